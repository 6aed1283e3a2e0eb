//! The cost of a hundred readers that never read, to a thousand that do and in the hub's memory.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use hdrhistogram::Histogram;
use tokio::task::LocalSet;

use super::load::{join, message};
use super::wire::{Wire, frame, number};
use super::{Target, server};
use crate::process::Process;

const GOOD: u64 = 1000;
const OTHERS: usize = 100;
/// Messages a second to the common room. After each, every other reader gets a large one, and their queues share nothing.
const PER_SECOND: u32 = 20;
const LARGE: usize = 8000;

struct Run {
    latency: Histogram<u64>,
    /// Peak growth of the server's memory, in KiB.
    grown: u64,
    /// Number of the others that were closed.
    closed: usize,
}

pub async fn measure(body: &mut String, redis: &Process, time: Duration) -> Result<()> {
    writeln!(
        body,
        "\n{GOOD} sockets in one room through Redis, {PER_SECOND} messages of 128 bytes a second to all for {} s, and beside them {OTHERS} \
         on narrow links, each of whom is sent {LARGE} bytes more after each message. From when a message was due to its arrival at \
         the {GOOD}:\n",
        time.as_secs()
    )?;
    writeln!(body, "| the {OTHERS} | p50 ms | p99 ms | max ms | closed | server's memory grew by at most |")?;
    writeln!(body, "| --- | --- | --- | --- | --- | --- |")?;
    for (name, stuck) in [("read", false), ("never read", true)] {
        let run = run(redis, time, stuck).await?;
        let ms = |value: u64| value as f64 / 1e3;
        let (p50, p99) = (ms(run.latency.value_at_quantile(0.5)), ms(run.latency.value_at_quantile(0.99)));
        let (most, grown) = (ms(run.latency.max()), run.grown as f64 / 1024.0);
        writeln!(body, "| {name} | {p50:.2} | {p99:.2} | {most:.2} | {} | {grown:.1} MiB |", run.closed)?;
    }
    writeln!(
        body,
        "\nThe queues of the {OTHERS} may hold {} MiB together. Goal: whoever never reads is closed, and the p99 of the {GOOD} is not half as much again.",
        OTHERS / 4
    )?;
    Ok(())
}

async fn run(redis: &Process, time: Duration, stuck: bool) -> Result<Run> {
    let server = server(Target::Redis, redis)?;
    // Topics of its own: the publisher numbers its messages from one, and a topic remembers numbers.
    let turn = if stuck { "stuck" } else { "read" };
    let room = format!("public:all:{turn}");
    let (start, latency) = (Instant::now(), Rc::new(RefCell::new(Histogram::<u64>::new(3)?)));
    let local = LocalSet::new();
    for _ in 0..GOOD {
        let mut wire = join(Target::Redis, server.address, &room).await?;
        let latency = latency.clone();
        local.spawn_local(async move {
            loop {
                let read = wire.read(|payload| {
                    if let Some(due) = number(payload) {
                        latency.borrow_mut().record((start.elapsed().as_micros() as u64).saturating_sub(due).max(1))?;
                    }
                    Ok(())
                });
                read.await?;
            }
            #[allow(unreachable_code)]
            anyhow::Ok(())
        });
    }
    let mut silent = Vec::new();
    for i in 0..OTHERS {
        let mut wire = Wire::narrow(server.address, "/ws").await?;
        wire.send(r#"{"type":"hello"}"#).await?;
        for topic in [room.clone(), format!("public:{turn}:{i}")] {
            wire.send(&format!(r#"{{"type":"subscribe","topic":"{topic}"}}"#)).await?;
            wire.expect(r#""type":"subscribed""#).await?;
        }
        match stuck {
            true => silent.push(wire),
            false => drop(local.spawn_local(async move { while wire.read(|_| Ok(())).await.is_ok() {} })),
        }
    }
    let publisher = Wire::open(server.address, "/p").await?;
    let before = server.memory()?;
    let sent = local.run_until(publish(publisher, turn, start, time)).await?;
    let arrived = async {
        while latency.borrow().len() < sent * GOOD {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let whole = local.run_until(tokio::time::timeout(Duration::from_secs(10), arrived)).await.is_ok();
    ensure!(whole, "{} of {} deliveries came", latency.borrow().len(), sent * GOOD);
    let grown = server.peak()?.saturating_sub(before);
    let mut closed = 0;
    for mut wire in silent {
        // Bytes that the link still held come first.
        while let Ok(read) = tokio::time::timeout(Duration::from_secs(1), wire.read(|_| Ok(()))).await {
            if read.is_err() {
                closed += 1;
                break;
            }
        }
    }
    ensure!(!stuck || closed == OTHERS, "only {closed} of {OTHERS} that never read were closed");
    let latency = latency.borrow().clone();
    Ok(Run { latency, grown, closed })
}

async fn publish(mut publisher: Wire, turn: &str, start: Instant, time: Duration) -> Result<u64> {
    let (begin, mut sent) = (Instant::now(), 0u32);
    let large = "x".repeat(LARGE);
    while begin.elapsed() < time {
        let due = begin + Duration::from_secs(1) / PER_SECOND * sent;
        tokio::time::sleep_until(due.into()).await;
        let mut bytes = Vec::new();
        frame(&mut bytes, &message(&format!("public:all:{turn}"), (due - start).as_micros() as u64));
        for i in 0..OTHERS {
            frame(&mut bytes, &format!("public:{turn}:{i} \"{large}\""));
        }
        publisher.send_bytes(&bytes).await?;
        sent += 1;
    }
    Ok(sent.into())
}
