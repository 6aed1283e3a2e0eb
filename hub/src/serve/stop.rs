//! Ends a program on request. Signals and the deadline have threads of their own: they work even if the rest is stuck.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// A terminal's Ctrl-C reaches a process directly and again through its parent: that is one request, not two.
const SAME_REQUEST: Duration = Duration::from_secs(2);
/// Longest time that the last log line, or the exit handlers, may take.
const LAST: Duration = Duration::from_millis(500);

/// Orders to the deadline's thread.
enum Deadline {
    /// End by then
    By(Instant),
    AtOnce,
}

/// Runs a program on a runtime of many threads. When it has ended, threads that are still at work are left behind.
///
/// # Errors
/// Errors of the program.
pub fn run(program: impl Future<Output = Result<()>>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(program);
    runtime.shutdown_background();
    ended
}

/// Listens for SIGTERM and SIGINT from now on. The token is cancelled at the first one; the process ends `grace` later, or at a
/// second one, whatever its threads do.
///
/// # Errors
/// If signals cannot be received, or no thread can be started.
pub fn when_asked(grace: Duration) -> Result<CancellationToken> {
    let asked = CancellationToken::new();
    let (orders, deadline) = mpsc::sync_channel(4);
    thread::Builder::new().name("deadline".to_owned()).spawn(move || keep(&deadline)).context("start a thread")?;
    let (tell, told) = mpsc::sync_channel(1);
    let token = asked.clone();
    let hear = move || {
        let heard = || -> Result<_> {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let signals =
                runtime.block_on(async { anyhow::Ok((signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?)) })?;
            Ok((runtime, signals))
        };
        match heard() {
            Ok((runtime, signals)) => {
                let _ = tell.send(Ok(()));
                runtime.block_on(listen(signals, grace, &token, &orders));
            }
            Err(error) => drop(tell.send(Err(error))),
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(hear).context("start a thread")?;
    told.recv().context("the thread of the signals ended")?.context("listen for signals")?;
    Ok(asked)
}

async fn listen(
    (mut term, mut int): (Signal, Signal),
    grace: Duration,
    asked: &CancellationToken,
    orders: &SyncSender<Deadline>,
) {
    let mut first: Option<Instant> = None;
    loop {
        tokio::select! { _ = term.recv() => {} _ = int.recv() => {} }
        let now = Instant::now();
        match first {
            None => {
                first = Some(now);
                // The deadline comes first: waking the program, and logging, may wait for a stuck thread.
                let _ = orders.try_send(Deadline::By(now + grace));
                say(|| tracing::info!("stopping"));
                asked.cancel();
            }
            Some(first) if now - first > SAME_REQUEST => drop(orders.try_send(Deadline::AtOnce)),
            Some(_) => {}
        }
    }
}

fn keep(orders: &Receiver<Deadline>) {
    let Ok(Deadline::By(end)) = orders.recv() else { return };
    match orders.recv_timeout(end.saturating_duration_since(Instant::now())) {
        Err(RecvTimeoutError::Timeout) => end_now(|| tracing::error!("did not end in time (STOP_SECONDS): ending at once")),
        Ok(_) => end_now(|| tracing::warn!("stopping at once")),
        // Nobody listens for signals any more.
        Err(RecvTimeoutError::Disconnected) => {}
    }
}

/// Logs on a thread of its own: printing may block on a reader, or on a thread that holds the output lock.
fn say(words: fn()) -> Option<thread::JoinHandle<()>> {
    thread::Builder::new().name("last words".to_owned()).spawn(words).ok()
}

fn end_now(words: fn()) {
    let said = say(words);
    let start = Instant::now();
    while said.as_ref().is_some_and(|said| !said.is_finished()) && start.elapsed() < LAST {
        thread::sleep(Duration::from_millis(5));
    }
    // Exit handlers of libraries may wait for a stuck thread too; then the system ends the process.
    if thread::Builder::new().spawn(|| std::process::exit(1)).is_ok() {
        thread::sleep(LAST);
    }
    let _ = nix::sys::signal::kill(nix::unistd::Pid::this(), nix::sys::signal::Signal::SIGKILL);
    std::process::abort();
}
