//! The embedded server keeps its promises through kills.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use manao_postgres::{Options, shared, start};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sqlx::{ConnectOptions as _, Connection as _};

fn options(data: &Path) -> Options {
    Options { data: data.to_owned(), home: None, fast: true }
}

/// A folder whose path is longer than a socket's may be, with a space in it.
fn folder(name: &str) -> PathBuf {
    let long = "a rather long name ".repeat(8);
    let path = std::env::temp_dir().join(format!("manao-keeps-{}-{name}", std::process::id())).join(long.trim());
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn postmaster(data: &Path) -> Pid {
    let text = std::fs::read_to_string(data.join("pg/postmaster.pid")).unwrap();
    Pid::from_raw(text.lines().next().unwrap().parse().unwrap())
}

async fn until<F: AsyncFnMut() -> bool>(what: &str, mut check: F) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(120) {
        if check().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("waited in vain: {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_comes_back_when_killed_and_ends_when_asked() {
    let data = folder("killed");
    let server = start(options(&data)).await.unwrap();
    let mut connection = server.connect_options().connect().await.unwrap();
    sqlx::query("create table kept as select 42 as answer").execute(&mut connection).await.unwrap();
    let first = postmaster(&data);
    kill(first, Signal::SIGKILL).unwrap();
    until("the server is back", async || {
        let Ok(mut connection) = server.connect_options().connect().await else { return false };
        sqlx::query_scalar::<_, i32>("select answer from kept").fetch_one(&mut connection).await.is_ok_and(|answer| answer == 42)
    })
    .await;
    let second = postmaster(&data);
    assert_ne!(first, second);
    // A second opener on the same folder is a guest, and does not end it.
    let guest = start(options(&data)).await.unwrap();
    guest.connect_options().connect().await.unwrap().close().await.unwrap();
    guest.stop().await;
    assert!(server.connect_options().connect().await.is_ok());
    server.stop().await;
    until("it ended in good order", async || !data.join("pg/postmaster.pid").exists()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_orphan_or_a_stale_lock_is_no_obstacle() {
    let data = folder("orphan");
    let server = start(options(&data)).await.unwrap();
    // An orphan: its guard and its watch are gone, as after kill -9 of everything around it.
    let orphan = postmaster(&data);
    server.stop().await;
    let files = data.join("pg");
    // A process id of something else altogether: this test's.
    std::fs::write(files.join("postmaster.pid"), format!("{}\n{}\n0\n0\n\n\n", std::process::id(), files.display())).unwrap();
    let server = start(options(&data)).await.unwrap();
    assert_ne!(postmaster(&data), orphan);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_with_a_parent_that_was_killed() {
    let data = folder("parent");
    // Examples are built beside the tests: target/debug/deps/… and target/debug/examples/….
    let hold = std::env::current_exe().unwrap().parent().unwrap().with_file_name("examples").join("hold");
    let mut child = Command::new(hold).arg(&data).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("the child is up", async || data.join("up").exists()).await;
    let server = postmaster(&data);
    child.kill().unwrap();
    child.wait().unwrap();
    // Started again at once, it waits for the old one to end or ends it.
    let again = start(options(&data)).await.unwrap();
    assert_ne!(postmaster(&data), server);
    assert!(again.connect_options().connect().await.is_ok());
    again.stop().await;
    until("nothing is left", async || kill(server, None).is_err()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_server_that_stalls_is_not_taken_for_an_orphan() {
    let data = folder("stalled");
    let first = shared(options(&data)).await.unwrap();
    first.ensure("kept", false).await.unwrap();
    let server = postmaster(&data);
    kill(server, Signal::SIGSTOP).unwrap();
    let mut joining = tokio::spawn(shared(options(&data)));
    let early = tokio::time::timeout(Duration::from_secs(4), &mut joining).await;
    kill(server, Signal::SIGCONT).unwrap();
    assert!(early.is_err(), "nobody joins a server that does not answer");
    let second = joining.await.unwrap().unwrap();
    assert_eq!(postmaster(&data), server);
    assert!(second.connect_options("kept").connect().await.is_ok(), "what others work with is still there");
    kill(server, Signal::SIGINT).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_an_owner_that_ends_takes_its_place() {
    let data = folder("waits");
    std::fs::create_dir_all(&data).unwrap();
    let lock = std::fs::File::create(data.join("pg.lock")).unwrap();
    lock.lock().unwrap();
    let mut waiting = tokio::spawn(start(options(&data)));
    let early = tokio::time::timeout(Duration::from_millis(300), &mut waiting).await;
    assert!(early.is_err(), "the folder is somebody else's");
    drop(lock);
    let owned = waiting.await.unwrap().unwrap();
    assert!(owned.connect_options().connect().await.is_ok());
    owned.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_made_while_it_works_is_the_database_of_one_moment() {
    let data = folder("copied");
    let server = start(options(&data)).await.unwrap();
    let mut connection = server.connect_options().connect().await.unwrap();
    sqlx::query("create table books (account int, amount bigint)").execute(&mut connection).await.unwrap();
    sqlx::query("insert into books select 1 + n % 2, case n % 2 when 0 then 1 else -1 end from generate_series(1, 20000) n")
        .execute(&mut connection)
        .await
        .unwrap();
    let options_of_writer = server.connect_options();
    let writing = tokio::spawn(async move {
        let mut connection = options_of_writer.connect().await.unwrap();
        for n in 0..100_000_i64 {
            sqlx::query("insert into books values (1, $1), (2, -$1)").bind(n).execute(&mut connection).await.unwrap();
        }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let before: i64 = sqlx::query_scalar("select count(*) from books").fetch_one(&mut connection).await.unwrap();
    let copy = data.join("copy");
    // A guest makes it, beside the server's owner.
    let guest = start(options(&data)).await.unwrap();
    guest.backup(&copy).await.unwrap();
    guest.stop().await;
    let after: i64 = sqlx::query_scalar("select count(*) from books").fetch_one(&mut connection).await.unwrap();
    assert!(!writing.is_finished(), "it was written to all the time");
    writing.abort();
    assert!(manao_postgres::restore(&options(&data), &copy).is_err(), "not where there is a database, nor while one runs");
    server.stop().await;
    assert!(manao_postgres::restore(&options(&data), &copy).is_err());

    let other = folder("restored");
    manao_postgres::restore(&options(&other), &copy).unwrap();
    let server = start(options(&other)).await.unwrap();
    let mut connection = server.connect_options().connect().await.unwrap();
    let (rows, sum): (i64, i64) =
        sqlx::query_as("select count(*), sum(amount)::bigint from books").fetch_one(&mut connection).await.unwrap();
    assert!((before..=after).contains(&rows), "{before} ≤ {rows} ≤ {after}");
    assert_eq!((rows % 2, sum), (0, 0), "whole transactions only");
    sqlx::query("insert into books values (1, 1), (2, -1)").execute(&mut connection).await.unwrap();
    server.stop().await;
}
