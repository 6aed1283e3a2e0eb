//! Actions of sides in their rooms, at a steady pace over all of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

use super::talk::Threads;
use super::{ROOM, Room, SIDE};
use crate::crowd::{Crowd, Event, Heard};
use crate::load::micros;
use crate::shop::Shop;

/// In the order in which each room sees them.
const DEEDS: [Deed; 4] = [Deed::Propose, Deed::Answer, Deed::Accept, Deed::Thank];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    /// Home's captain
    Propose,
    /// Away's captain, in the chat
    Answer,
    /// Away's captain
    Accept,
    /// Home's captain, in the chat
    Thank,
}

impl Deed {
    fn by_home(self) -> bool {
        matches!(self, Self::Propose | Self::Thank)
    }

    fn is_seen_by(self, event: Event) -> bool {
        match self {
            Self::Propose | Self::Accept => matches!(event, Event::Room | Event::Anew),
            Self::Answer | Self::Thank => matches!(event, Event::Message(_) | Event::Anew),
        }
    }

    async fn act(self, shop: &Shop, room: &Room, proposal: Option<i64>) -> Result<Value> {
        let member = &room.people[if self.by_home() { 0 } else { SIDE }];
        let (path, body) = match self {
            Self::Propose => (format!("send-time-request/{}", room.match_id), json!({"at": room.at})),
            Self::Accept => (format!("accept-time-request/{}", proposal.context("nothing is proposed")?), json!({})),
            Self::Answer | Self::Thank => {
                let text = if self == Self::Answer {
                    "เวลานี้ทีมเราพร้อมครับ"
                } else {
                    "Thanks, see you there"
                };
                (format!("send-time-request-message/{}", room.match_id), json!({"text": text, "clientId": Uuid::new_v4()}))
            }
        };
        shop.post(&format!("/tournament/{path}"), Some(member), &body).await
    }
}

/// The action in progress in a room, and the number of opponents who have not seen it yet.
struct Under {
    deed: Deed,
    since: Instant,
    unseen: usize,
}

/// Actions of sides, and the time until each opponent saw them.
pub struct Acted {
    /// By kind of action
    pub times: [(&'static str, Histogram<u64>); 2],
    /// Opponents who read the room again instead
    pub anew: u64,
}

/// Measures from the request to each of the opponents.
pub async fn run(shop: &Arc<Shop>, rooms: &Arc<Vec<Room>>, crowd: &mut Crowd, threads: &mut Threads, rate: u32) -> Result<Acted> {
    let (mut times, mut messages, mut anew) = (Histogram::new(3)?, Histogram::new(3)?, 0);
    let mut under: Vec<Option<Under>> = (0..rooms.len()).map(|_| None).collect();
    let mut proposals = vec![None; rooms.len()];
    let mut calls = JoinSet::new();
    let mut pace = interval(Duration::from_secs(1) / rate);
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    // Rooms are not in step: while some propose, others accept.
    let mut turns: Vec<(usize, usize)> =
        (0..DEEDS.len()).flat_map(|deed| (0..rooms.len()).map(move |room| (deed, room))).collect();
    turns.sort_by_key(|(deed, room)| room * DEEDS.len() + deed * rooms.len());
    let mut turns = turns.into_iter().peekable();
    while turns.peek().is_some() || !calls.is_empty() || under.iter().any(Option::is_some) {
        tokio::select! {
            _ = pace.tick(), if turns.peek().is_some() => {
                let Some((deed, number)) = turns.next() else { continue };
                let deed = DEEDS[deed];
                if let Some(last) = &under[number] {
                    bail!(
                        "room {number}: {:?} was not seen by {} after {:?}, or the pace is too fast",
                        last.deed,
                        last.unseen,
                        last.since.elapsed()
                    );
                }
                under[number] = Some(Under { deed, since: Instant::now(), unseen: SIDE });
                let (shop, rooms, proposal) = (Arc::clone(shop), Arc::clone(rooms), proposals[number]);
                calls.spawn(async move { anyhow::Ok((number, deed.act(&shop, &rooms[number], proposal).await?)) });
            }
            Some(done) = calls.join_next() => {
                let (number, answer) = done??;
                if let Some(id) = answer["now"]["proposal"]["id"].as_i64() {
                    proposals[number] = Some(id);
                }
            }
            heard = crowd.next() => {
                let Heard { who, at, event } = heard?;
                threads.note(who, event)?;
                let number = who / ROOM;
                let at_home = who % ROOM < SIDE;
                let Some(now) = under[number].as_mut().filter(|now| now.deed.by_home() != at_home && now.deed.is_seen_by(event)) else { continue };
                match event {
                    Event::Anew => anew += 1,
                    Event::Room => times.record(micros(at - now.since)?)?,
                    _ => messages.record(micros(at - now.since)?)?,
                }
                now.unseen -= 1;
                if now.unseen == 0 {
                    under[number] = None;
                }
            }
        }
    }
    Ok(Acted { times: [("a time is proposed or accepted", times), ("a message", messages)], anew })
}
