//! As many messages as possible, and the order in which they are heard.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use hdrhistogram::Histogram;
use serde_json::json;
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{ROOM, Room};
use crate::crowd::{Crowd, Event};
use crate::load::micros;
use crate::shop::Shop;

/// Number of the last message that each listener heard; None if it read the thread again.
pub struct Threads(Vec<Option<i64>>);

impl Threads {
    pub fn new(listeners: usize) -> Self {
        Self(vec![Some(0); listeners])
    }

    /// Numbers of a room grow by one, for every listener.
    pub fn note(&mut self, who: usize, event: Event) -> Result<()> {
        match event {
            Event::Message(seq) => {
                let last = self.0[who].replace(seq);
                ensure!(last.is_none_or(|last| seq == last + 1), "listener {who} heard message {seq} after {last:?}");
            }
            Event::Anew => self.0[who] = None,
            Event::Bracket | Event::Room | Event::Inbox => {}
        }
        Ok(())
    }

    /// Checks that all heard the last stored message.
    pub async fn check(&self, db: &PgPool, rooms: &[Room]) -> Result<()> {
        for (room, heard) in rooms.iter().zip(self.0.chunks(ROOM)) {
            let last: i64 = sqlx::query_scalar("select last_seq from esports.threads where match_id = $1")
                .bind(room.match_id)
                .fetch_one(db)
                .await?;
            ensure!(
                heard.iter().all(|seq| seq.is_none_or(|seq| seq == last)),
                "in room {} of {last} messages were heard {heard:?}",
                room.match_id
            );
        }
        Ok(())
    }
}

/// Runs so many writers, each in another room with each message. Returns the durations of the answers.
pub async fn run(
    shop: &Arc<Shop>,
    rooms: &Arc<Vec<Room>>,
    crowd: &mut Crowd,
    threads: &mut Threads,
    writers: usize,
    whole: Duration,
) -> Result<Histogram<u64>> {
    let (turn, end) = (Arc::new(AtomicUsize::new(0)), Instant::now() + whole);
    let mut writing = JoinSet::new();
    for _ in 0..writers {
        let (shop, rooms, turn) = (Arc::clone(shop), Arc::clone(rooms), Arc::clone(&turn));
        writing.spawn(async move {
            let mut times = Histogram::<u64>::new(3)?;
            while Instant::now() < end {
                let turn = turn.fetch_add(1, Ordering::Relaxed);
                let room = &rooms[turn % rooms.len()];
                let member = &room.people[turn / rooms.len() % ROOM];
                let body = json!({"text": format!("สู้ ๆ {turn}"), "clientId": Uuid::new_v4()});
                let begun = Instant::now();
                shop.post(&format!("/tournament/send-time-request-message/{}", room.match_id), Some(member), &body).await?;
                times.record(micros(begun.elapsed())?)?;
            }
            anyhow::Ok(times)
        });
    }
    let mut all = Histogram::new(3)?;
    while !writing.is_empty() {
        tokio::select! {
            Some(done) = writing.join_next() => all.add(done??)?,
            heard = crowd.next() => { let heard = heard?; threads.note(heard.who, heard.event)?; }
        }
    }
    for heard in crowd.quiet(Duration::from_secs(3)).await {
        threads.note(heard.who, heard.event)?;
    }
    Ok(all)
}
