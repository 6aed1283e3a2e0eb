//! Two nodes restarted one after the other while a third publishes: when the sockets they sent away return, by the second.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use manao_hub::client::StreamPosition;
use manao_hub::frame::ServerFrame;
use manao_hub::topic::Kind;
use tokio::task::LocalSet;

use super::load::message;
use super::wire::{Wire, frame, number};
use super::{Target, server, server_at};
use crate::process::Process;

const CLIENTS: usize = 2000;
const TOPIC: &str = "public:rolling";
/// Pause between two messages.
const PAUSE: Duration = Duration::from_millis(100);

/// The clients' observations.
#[derive(Default)]
struct Seen {
    /// Times at which a client was welcomed again.
    returns: Vec<Instant>,
    joined: usize,
    /// The last message of each client.
    last: Vec<u64>,
    fault: Option<String>,
}

pub async fn measure(body: &mut String, redis: &Process) -> Result<()> {
    let publishing = server(Target::Redis, redis)?;
    let mut nodes = [server(Target::Redis, redis)?, server(Target::Redis, redis)?];
    let addresses = [nodes[0].address, nodes[1].address];
    let seen = Rc::new(RefCell::new(Seen { last: vec![0; CLIENTS], ..Seen::default() }));
    let local = LocalSet::new();
    for i in 0..CLIENTS {
        let seen = seen.clone();
        local.spawn_local(async move {
            if let Err(fault) = follow(i, addresses, &seen).await {
                seen.borrow_mut().fault.get_or_insert_with(|| format!("{fault:#}"));
            }
        });
    }
    let publisher = Wire::open(publishing.address, "/p").await?;
    let (published, lines) = local.run_until(restart(&mut nodes, redis, &seen, publisher)).await?;
    writeln!(
        body,
        "\nRolling restart of two nodes with {CLIENTS} sockets, {} messages a second to all meanwhile, {published} in all: each came once and in \
         order to every socket. Those who came back, by the second after the node began to leave (goal: no second ≥ 15 % of them):\n",
        1000 / PAUSE.as_millis()
    )?;
    writeln!(body, "| node | sockets | most in a second | by the second |\n| --- | --- | --- | --- |")?;
    for (node, seconds) in ["first", "second"].iter().zip(lines) {
        let (all, most) = (seconds.iter().sum::<usize>(), seconds.iter().max().copied().unwrap_or_default());
        let each: Vec<String> = seconds.iter().map(ToString::to_string).collect();
        writeln!(body, "| {node} | {all} | **{:.1} %** | {} |", most as f64 * 100.0 / all as f64, each.join(", "))?;
    }
    Ok(())
}

/// Restarts each node under load. Returns the number of messages published, and for each node how many clients returned in each second.
async fn restart(
    nodes: &mut [Process],
    redis: &Process,
    seen: &RefCell<Seen>,
    mut publisher: Wire,
) -> Result<(u64, Vec<Vec<usize>>)> {
    while seen.borrow().joined < CLIENTS {
        tokio::time::sleep(PAUSE).await;
        fault(seen)?;
    }
    let (mut published, mut lines) = (0, Vec::new());
    for node in nodes {
        let start = Instant::now();
        seen.borrow_mut().returns.clear();
        node.ask_to_end()?;
        while !node.has_ended()? {
            published += 1;
            let mut bytes = Vec::new();
            frame(&mut bytes, &message(TOPIC, published));
            publisher.send_bytes(&bytes).await?;
            tokio::time::sleep(PAUSE).await;
            fault(seen)?;
        }
        *node = server_at(Target::Redis, redis, node.address)?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let mut seconds = Vec::new();
        for back in &seen.borrow().returns {
            let second = (*back - start).as_secs() as usize;
            seconds.resize(seconds.len().max(second + 1), 0);
            seconds[second] += 1;
        }
        lines.push(seconds);
    }
    let whole = seen.borrow().last.iter().all(|last| *last == published);
    ensure!(whole, "not everybody has all {published} messages");
    Ok((published, lines))
}

fn fault(seen: &RefCell<Seen>) -> Result<()> {
    match seen.borrow_mut().fault.take() {
        Some(fault) => bail!(fault),
        None => Ok(()),
    }
}

/// A client's position in the topic. The publisher numbers its messages as the topic does.
#[derive(Default)]
struct Client {
    place: StreamPosition,
}

impl Client {
    /// Takes a frame, which must continue after the last one. Returns when to leave, if the frame says so.
    fn hear(&mut self, i: usize, payload: &[u8], seen: &RefCell<Seen>) -> Result<Option<tokio::time::Instant>> {
        if payload.starts_with(br#"{"type":"event""#) {
            self.place.event(Kind::Log, number(payload).context("a number")?)?;
        } else if payload.starts_with(br#"{"type":"goodbye""#) {
            let delay = Duration::from_millis(number(payload).context("a delay")?);
            return Ok(Some(tokio::time::Instant::now() + delay));
        } else if payload.starts_with(br#"{"type":"subscribed""#) {
            let frame = serde_json::from_slice(payload)?;
            let ServerFrame::Subscribed { epoch, offset, recovered, events, .. } = frame else { bail!("no frame that is known") };
            let known = self.place != StreamPosition::default();
            let whole = self.place.joined(Kind::Log, (&epoch, offset, recovered), &events)?;
            ensure!(whole || !known, "not resumed");
            let mut seen = seen.borrow_mut();
            match known {
                true => seen.returns.push(Instant::now()),
                false => seen.joined += 1,
            }
        }
        seen.borrow_mut().last[i] = self.place.offset;
        Ok(None)
    }
}

/// Follows the topic like the web: leaves when told to, comes back and resumes.
async fn follow(i: usize, addresses: [SocketAddr; 2], seen: &RefCell<Seen>) -> Result<()> {
    let (mut client, mut turn) = (Client::default(), i);
    loop {
        turn += 1;
        let Ok(mut wire) = Wire::open(addresses[turn % 2], "/ws").await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        wire.send(r#"{"type":"hello"}"#).await?;
        let place = match client.place.resumes() {
            (Some(epoch), Some(offset)) => format!(r#","epoch":"{epoch}","offset":{offset}"#),
            _ => String::new(),
        };
        wire.send(&format!(r#"{{"type":"subscribe","topic":"{TOPIC}"{place}}}"#)).await?;
        let mut leave: Option<tokio::time::Instant> = None;
        loop {
            let due = leave;
            let reading = wire.read(|payload| {
                let heard = client.hear(i, payload, seen);
                // When it leaves anyway, the end of the stream is not a fault.
                if let Err(fault) = &heard {
                    seen.borrow_mut().fault.get_or_insert_with(|| format!("{fault:#}"));
                }
                leave = heard?.or(leave);
                Ok(())
            });
            let ended = match due {
                Some(at) => tokio::time::timeout_at(at, reading).await.unwrap_or_else(|_| bail!("told to leave")),
                None => reading.await,
            };
            if let Err(end) = ended {
                match leave {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => return Err(end),
                }
                break;
            }
        }
    }
}
