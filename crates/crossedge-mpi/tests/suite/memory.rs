//! The limit on memory, and the messages of a run that takes long.

use crossedge::collective::{Collective, Kind};
use crossedge_mpi::heart::Heart;
use crossedge_mpi::memory::{check_memory, least_memory};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

#[test]
fn a_refusal_names_a_size_that_fits() {
    let c = Collective::new(Kind::AllGather, 648, 0, 64 << 10);
    assert_eq!(least_memory(&c), 27_518_828_544);
    let error = check_memory(&c, least_memory(&c), 8 << 30).expect_err("too much");
    assert_eq!(crossedge_mpi::failure::exit_code(&error), 4);
    assert_eq!(
        error.render(false),
        "error: allgather of 64 KiB on 648 nodes takes 25.6 GiB in all (n²·m = 25.6 GiB), and the limit is 8 GiB\n\
         help: --bytes 20456 fits; or give --memory, if the machine has it"
    );
    let smaller = Collective::new(Kind::AllGather, 648, 0, 20456);
    assert!(check_memory(&smaller, least_memory(&smaller), 8 << 30).is_ok());
    assert!(
        check_memory(&Collective::new(Kind::AllGather, 648, 0, 20457), 419_904 * 20457, 8 << 30).is_err()
    );
}

#[test]
fn a_refusal_names_the_memory_where_no_size_fits() {
    let c = Collective::new(Kind::AllToAll, 2048, 0, 1);
    let error = check_memory(&c, least_memory(&c), 1 << 20).expect_err("too much");
    assert!(
        error
            .render(false)
            .ends_with("help: give --memory 8388608 if the machine has it, or take fewer nodes")
    );
}

#[test]
fn long_phases_are_reported_until_the_end() {
    let (say, said) = mpsc::channel();
    let heart = Heart::report_every(Duration::from_millis(20), move |line: &str| {
        let _ = say.send(line.to_owned());
    });
    heart.set_phase("making the schedule");
    let next = || said.recv_timeout(Duration::from_secs(60));
    assert!((0..1000).any(|_| next() == Ok("after 0 s: making the schedule".to_owned())));
    drop(heart);
    // The thread ends, and its channel is closed.
    while next().is_ok() {}
    assert_eq!(next(), Err(RecvTimeoutError::Disconnected));
    Heart::default().set_phase("no receiver");
}
