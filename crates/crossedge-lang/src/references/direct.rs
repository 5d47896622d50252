//! References on direct networks, in which every node is an endpoint.

use super::work::Publication;

/// In the order of their keys.
pub const DIRECT_WORKS: &[Publication] = &[
    Publication {
        key: "ahn2009hyperx",
        kind: "inproceedings",
        fields: &[
            (
                "author",
                "Ahn, Jung Ho and Binkert, Nathan and Davis, Al and McLaren, Moray and Schreiber, Robert S.",
            ),
            ("title", "{HyperX}: Topology, Routing, and Packaging of Efficient Large-Scale Networks"),
            ("booktitle", "Proc. Conf. High Performance Computing Networking, Storage and Analysis (SC)"),
            ("year", "2009"),
        ],
    },
    Publication {
        key: "besta2014slimfly",
        kind: "inproceedings",
        fields: &[
            ("author", "Besta, Maciej and Hoefler, Torsten"),
            ("title", "{Slim Fly}: A Cost Effective Low-Diameter Network Topology"),
            (
                "booktitle",
                "Proc. Int. Conf. High Performance Computing, Networking, Storage and Analysis (SC)",
            ),
            ("year", "2014"),
            ("doi", "10.1109/SC.2014.34"),
        ],
    },
    Publication {
        key: "dally1990kary",
        kind: "article",
        fields: &[
            ("author", "Dally, William J."),
            ("title", "Performance Analysis of $k$-ary $n$-cube Interconnection Networks"),
            ("journal", "IEEE Transactions on Computers"),
            ("volume", "39"),
            ("year", "1990"),
        ],
    },
    Publication {
        key: "debruijn1946",
        kind: "article",
        fields: &[
            ("author", "de Bruijn, Nicolaas Govert"),
            ("title", "A Combinatorial Problem"),
            ("journal", "Proc. Koninklijke Nederlandse Akademie van Wetenschappen"),
            ("volume", "49"),
            ("year", "1946"),
        ],
    },
    Publication {
        key: "dellavecchia1988wk",
        kind: "article",
        fields: &[
            ("author", "Della Vecchia, Giovanni and Sanges, Carmela"),
            ("title", "A Recursively Scalable Network {VLSI} Implementation"),
            ("journal", "Future Generation Computer Systems"),
            ("volume", "4"),
            ("year", "1988"),
        ],
    },
    Publication {
        key: "elamawy1991folded",
        kind: "article",
        fields: &[
            ("author", "El-Amawy, Ahmed and Latifi, Shahram"),
            ("title", "Properties and Performance of Folded Hypercubes"),
            ("journal", "IEEE Transactions on Parallel and Distributed Systems"),
            ("volume", "2"),
            ("year", "1991"),
        ],
    },
    Publication {
        key: "kautz1968",
        kind: "incollection",
        fields: &[
            ("author", "Kautz, William H."),
            ("title", "Bounds on Directed $(d,k)$ Graphs"),
            ("booktitle", "Theory of Cellular Logic Networks and Machines"),
            ("year", "1968"),
        ],
    },
    Publication {
        key: "kim2008dragonfly",
        kind: "inproceedings",
        fields: &[
            ("author", "Kim, John and Dally, William J. and Scott, Steve and Abts, Dennis"),
            ("title", "Technology-Driven, Highly-Scalable Dragonfly Topology"),
            ("booktitle", "Proc. 35th Int. Symp. Computer Architecture (ISCA)"),
            ("year", "2008"),
            ("doi", "10.1109/ISCA.2008.19"),
        ],
    },
    Publication {
        key: "li-hdn",
        kind: "article",
        fields: &[
            ("author", "Li, Yamin and Peng, Shietung and Chu, Wanming"),
            ("title", "Hierarchical Dual-Net: A Flexible Interconnection Network and its Routing Algorithm"),
            ("journal", "International Journal of Networking and Computing"),
            ("year", "2012"),
            ("note", "see also the same authors on total exchange in hierarchical dual-nets"),
        ],
    },
    Publication {
        key: "li2004dualcube",
        kind: "article",
        fields: &[
            ("author", "Li, Yamin and Peng, Shietung and Chu, Wanming"),
            ("title", "Efficient Collective Communications in Dual-Cube"),
            ("journal", "The Journal of Supercomputing"),
            ("volume", "28"),
            ("year", "2004"),
        ],
    },
    Publication {
        key: "li2009rdn",
        kind: "inproceedings",
        fields: &[
            ("author", "Li, Yamin and Peng, Shietung and Chu, Wanming"),
            (
                "title",
                "Recursive Dual-Net: A New Universal Network for Supercomputers of the Next Generation",
            ),
            ("booktitle", "Algorithms and Architectures for Parallel Processing (ICA3PP)"),
            ("year", "2009"),
            ("doi", "10.1007/978-3-642-03095-6_76"),
        ],
    },
    Publication {
        key: "mckay1998diameter",
        kind: "article",
        fields: &[
            ("author", "McKay, Brendan D. and Miller, Mirka and Širáň, Jozef"),
            ("title", "A Note on Large Graphs of Diameter Two and Given Maximum Degree"),
            ("journal", "Journal of Combinatorial Theory, Series B"),
            ("volume", "74"),
            ("year", "1998"),
        ],
    },
    Publication {
        key: "preparata1981ccc",
        kind: "article",
        fields: &[
            ("author", "Preparata, Franco P. and Vuillemin, Jean"),
            ("title", "The Cube-Connected Cycles: A Versatile Network for Parallel Computation"),
            ("journal", "Communications of the ACM"),
            ("volume", "24"),
            ("year", "1981"),
        ],
    },
    Publication {
        key: "saad1988hypercubes",
        kind: "article",
        fields: &[
            ("author", "Saad, Youcef and Schultz, Martin H."),
            ("title", "Topological Properties of Hypercubes"),
            ("journal", "IEEE Transactions on Computers"),
            ("volume", "37"),
            ("year", "1988"),
        ],
    },
    Publication {
        key: "shen1993re",
        kind: "article",
        fields: &[
            ("author", "Shen, Hong and Back, Ralph-Johan"),
            ("title", "Construction of Large-Size Interconnection Networks with High Performance"),
            ("journal", "Networks"),
            ("year", "1993"),
        ],
    },
    Publication {
        key: "singla2012jellyfish",
        kind: "inproceedings",
        fields: &[
            ("author", "Singla, Ankit and Hong, Chi-Yao and Popa, Lucian and Godfrey, P. Brighten"),
            ("title", "Jellyfish: Networking Data Centers Randomly"),
            ("booktitle", "Proc. 9th USENIX Symp. Networked Systems Design and Implementation (NSDI)"),
            ("year", "2012"),
        ],
    },
    Publication {
        key: "xiao2007biswapped",
        kind: "inproceedings",
        fields: &[
            (
                "author",
                "Xiao, Wenjun and Chen, Weidong and He, Mingxin and Wei, Wenhong and Parhami, Behrooz",
            ),
            ("title", "Biswapped Networks and Their Topological Properties"),
            ("year", "2007"),
        ],
    },
    Publication {
        key: "xiao2011biswapped",
        kind: "article",
        fields: &[
            (
                "author",
                "Xiao, Wenjun and Parhami, Behrooz and Chen, Weidong and He, Mingxin and Wei, Wenhong",
            ),
            (
                "title",
                "Biswapped Networks: A Family of Interconnection Architectures with Advantages over Swapped or {OTIS} Networks",
            ),
            ("journal", "International Journal of Computer Mathematics"),
            ("volume", "88"),
            ("pages", "2669--2684"),
            ("year", "2011"),
        ],
    },
];
