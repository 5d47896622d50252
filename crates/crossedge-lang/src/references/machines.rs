//! Works on machines with switches, and on the algebra of networks: trees, lattices, swaps, products, permutations.

use super::work::Publication;

/// In the order of their keys.
pub const MACHINE_WORKS: &[Publication] = &[
    Publication {
        key: "akers1989cayley",
        kind: "article",
        fields: &[
            ("author", "Akers, Sheldon B. and Krishnamurthy, Balakrishnan"),
            ("title", "A Group-Theoretic Model for Symmetric Interconnection Networks"),
            ("journal", "IEEE Transactions on Computers"),
            ("volume", "38"),
            ("year", "1989"),
        ],
    },
    Publication {
        key: "alfares2008fattree",
        kind: "inproceedings",
        fields: &[
            ("author", "Al-Fares, Mohammad and Loukissas, Alexander and Vahdat, Amin"),
            ("title", "A Scalable, Commodity Data Center Network Architecture"),
            ("booktitle", "Proc. ACM SIGCOMM"),
            ("year", "2008"),
        ],
    },
    Publication {
        key: "bermond1982large",
        kind: "article",
        fields: &[
            ("author", "Bermond, Jean-Claude and Delorme, Charles and Farhi, Guy"),
            ("title", "Large Graphs with Given Degree and Diameter {III}"),
            ("journal", "Annals of Discrete Mathematics"),
            ("volume", "13"),
            ("year", "1982"),
        ],
    },
    Publication {
        key: "camara2010twisted",
        kind: "article",
        fields: &[
            (
                "author",
                "Cámara, José M. and Moretó, Miquel and Vallejo, Enrique and Beivide, Ramón and Miguel-Alonso, José and Martínez, Carmen and Navaridas, Javier",
            ),
            ("title", "Twisted Torus Topologies for Enhanced Interconnection Networks"),
            ("journal", "IEEE Transactions on Parallel and Distributed Systems"),
            ("volume", "21"),
            ("year", "2010"),
        ],
    },
    Publication {
        key: "clos1953nonblocking",
        kind: "article",
        fields: &[
            ("author", "Clos, Charles"),
            ("title", "A Study of Non-Blocking Switching Networks"),
            ("journal", "Bell System Technical Journal"),
            ("volume", "32"),
            ("year", "1953"),
        ],
    },
    Publication {
        key: "day2002otis",
        kind: "article",
        fields: &[
            ("author", "Day, Khaled and Al-Ayyoub, Abdel-Elah"),
            ("title", "Topological Properties of {OTIS}-Networks"),
            ("journal", "IEEE Transactions on Parallel and Distributed Systems"),
            ("volume", "13"),
            ("pages", "359--366"),
            ("year", "2002"),
        ],
    },
    Publication {
        key: "draper2022swapped",
        kind: "misc",
        fields: &[
            ("author", "Draper"),
            ("title", "The Swapped Dragonfly"),
            ("year", "2022"),
            ("eprint", "2202.01843"),
            ("archiveprefix", "arXiv"),
        ],
    },
    Publication {
        key: "elspas1970circulant",
        kind: "article",
        fields: &[
            ("author", "Elspas, Bernard and Turner, James"),
            ("title", "Graphs with Circulant Adjacency Matrices"),
            ("journal", "Journal of Combinatorial Theory"),
            ("volume", "9"),
            ("year", "1970"),
        ],
    },
    Publication {
        key: "flajslik2018megafly",
        kind: "inproceedings",
        fields: &[
            ("author", "Flajslik, Mario and Borch, Eric and Parker, Mike A."),
            ("title", "Megafly: A Topology for Exascale Systems"),
            ("booktitle", "ISC High Performance"),
            ("year", "2018"),
        ],
    },
    Publication {
        key: "guo2008dcell",
        kind: "inproceedings",
        fields: &[
            (
                "author",
                "Guo, Chuanxiong and Wu, Haitao and Tan, Kun and Shi, Lei and Zhang, Yongguang and Lu, Songwu",
            ),
            ("title", "{DCell}: A Scalable and Fault-Tolerant Network Structure for Data Centers"),
            ("booktitle", "Proc. ACM SIGCOMM"),
            ("year", "2008"),
        ],
    },
    Publication {
        key: "guo2009bcube",
        kind: "inproceedings",
        fields: &[
            (
                "author",
                "Guo, Chuanxiong and Lu, Guohan and Li, Dan and Wu, Haitao and Zhang, Xuan and Shi, Yunfeng and Tian, Chen and Zhang, Yongguang and Lu, Songwu",
            ),
            (
                "title",
                "{BCube}: A High Performance, Server-Centric Network Architecture for Modular Data Centers",
            ),
            ("booktitle", "Proc. ACM SIGCOMM"),
            ("year", "2009"),
        ],
    },
    Publication {
        key: "harary1959composition",
        kind: "article",
        fields: &[
            ("author", "Harary, Frank"),
            ("title", "On the Group of the Composition of Two Graphs"),
            ("journal", "Duke Mathematical Journal"),
            ("volume", "26"),
            ("year", "1959"),
        ],
    },
    Publication {
        key: "hoefler2022hammingmesh",
        kind: "inproceedings",
        fields: &[
            (
                "author",
                "Hoefler, Torsten and Bonato, Tommaso and De Sensi, Daniele and Di Girolamo, Salvatore and Li, Shigang and Heddes, Marco and Belk, Jon and Goel, Deepak and Castro, Miguel and Scott, Steve",
            ),
            ("title", "{HammingMesh}: A Network Topology for Large-Scale Deep Learning"),
            (
                "booktitle",
                "Proc. Int. Conf. High Performance Computing, Networking, Storage and Analysis (SC)",
            ),
            ("year", "2022"),
            ("eprint", "2209.01346"),
            ("archiveprefix", "arXiv"),
        ],
    },
    Publication {
        key: "lakhotia2022polarfly",
        kind: "inproceedings",
        fields: &[
            (
                "author",
                "Lakhotia, Kartik and Besta, Maciej and Monroe, Laura and Isham, Kelly and Iff, Patrick and Hoefler, Torsten and Petrini, Fabrizio",
            ),
            ("title", "{PolarFly}: A Cost-Effective and Flexible Low-Diameter Topology"),
            (
                "booktitle",
                "Proc. Int. Conf. High Performance Computing, Networking, Storage and Analysis (SC)",
            ),
            ("year", "2022"),
            ("eprint", "2208.01695"),
            ("archiveprefix", "arXiv"),
        ],
    },
    Publication {
        key: "lakhotia2023polarstar",
        kind: "misc",
        fields: &[
            (
                "author",
                "Lakhotia, Kartik and Monroe, Laura and Isham, Kelly and Besta, Maciej and Blach, Nils and Hoefler, Torsten and Petrini, Fabrizio",
            ),
            ("title", "{PolarStar}: Expanding the Scalability Horizon of Diameter-3 Networks"),
            ("year", "2023"),
            ("eprint", "2302.07217"),
            ("archiveprefix", "arXiv"),
        ],
    },
    Publication {
        key: "martinez2008gaussian",
        kind: "article",
        fields: &[
            (
                "author",
                "Martínez, Carmen and Beivide, Ramón and Stafford, Esteban and Moretó, Miquel and Gabidulin, Ernst M.",
            ),
            ("title", "Modeling Toroidal Networks with the {Gaussian} Integers"),
            ("journal", "IEEE Transactions on Computers"),
            ("volume", "57"),
            ("year", "2008"),
        ],
    },
    Publication {
        key: "ohring1995fattrees",
        kind: "inproceedings",
        fields: &[
            ("author", "Öhring, Sabine R. and Ibel, Maximilian and Das, Sajal K. and Kumar, Mohan J."),
            ("title", "On Generalized Fat Trees"),
            ("booktitle", "Proc. 9th Int. Parallel Processing Symp. (IPPS)"),
            ("year", "1995"),
        ],
    },
    Publication {
        key: "paley1933orthogonal",
        kind: "article",
        fields: &[
            ("author", "Paley, Raymond E. A. C."),
            ("title", "On Orthogonal Matrices"),
            ("journal", "Journal of Mathematics and Physics"),
            ("volume", "12"),
            ("year", "1933"),
        ],
    },
    Publication {
        key: "petrini1997trees",
        kind: "inproceedings",
        fields: &[
            ("author", "Petrini, Fabrizio and Vanneschi, Marco"),
            ("title", "$k$-ary $n$-trees: High Performance Networks for Massively Parallel Architectures"),
            ("booktitle", "Proc. 11th Int. Parallel Processing Symp. (IPPS)"),
            ("year", "1997"),
        ],
    },
    Publication {
        key: "sabidussi1960multiplication",
        kind: "article",
        fields: &[
            ("author", "Sabidussi, Gert"),
            ("title", "Graph Multiplication"),
            ("journal", "Mathematische Zeitschrift"),
            ("volume", "72"),
            ("year", "1960"),
        ],
    },
    Publication {
        key: "shpiner2017dragonflyplus",
        kind: "inproceedings",
        fields: &[
            (
                "author",
                "Shpiner, Alexander and Haramaty, Zachy and Eliad, Saar and Zdornov, Vladimir and Gafni, Barak and Zahavi, Eitan",
            ),
            ("title", "{Dragonfly+}: Low Cost Topology for Scaling Datacenters"),
            (
                "booktitle",
                "Proc. 3rd Int. Workshop High-Performance Interconnection Networks in the Exascale and Big-Data Era (HiPINEB)",
            ),
            ("year", "2017"),
        ],
    },
    Publication {
        key: "stewart2013multiswapped",
        kind: "article",
        fields: &[
            ("author", "Stewart, Iain A."),
            ("title", "Multiswapped Networks and Their Topological and Algorithmic Properties"),
            ("journal", "Journal of Computer and System Sciences"),
            ("volume", "79"),
            ("pages", "1269--1286"),
            ("year", "2013"),
        ],
    },
    Publication {
        key: "valadarsky2016xpander",
        kind: "inproceedings",
        fields: &[
            ("author", "Valadarsky, Asaf and Shahaf, Gal and Dinitz, Michael and Schapira, Michael"),
            ("title", "Xpander: Towards Optimal-Performance Datacenters"),
            ("booktitle", "Proc. 12th Int. Conf. Emerging Networking Experiments and Technologies (CoNEXT)"),
            ("year", "2016"),
        ],
    },
];
