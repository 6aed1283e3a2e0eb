//! People who use their rooms: sides that look for a time, report and talk, and a promoter who rules, resets and announces. Each acts on its
//! own client's page, and is refused when that is stale.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::client::Client;
use super::copy::Part;
use super::rest::{Answer, Api};

/// A message that was sent, and the number it was given.
pub struct Sent {
    pub client_id: String,
    pub seq: i64,
}

/// The steps of all actors.
#[derive(Default)]
pub struct Ledger {
    pub sent: Vec<Sent>,
    /// Texts of announcements
    pub announced: Vec<String>,
    /// Steps that were accepted, and steps that were refused
    pub taken: u64,
    pub refused: u64,
    pub faults: Vec<String>,
}

pub struct Actor {
    pub api: Arc<Api>,
    pub client: Arc<Client>,
    pub ledger: Arc<Mutex<Ledger>>,
    pub dice: StdRng,
}

/// A match from the view of one participant.
#[derive(Clone)]
pub struct Seat {
    pub match_id: i64,
    pub tournament_id: i64,
    pub entrant_id: i64,
    /// `home` or `away`
    pub side: &'static str,
    /// May act for its side
    pub captain: bool,
    /// Times are agreed on here; where none is, scores can be reported at any time
    pub by_time: bool,
}

impl Actor {
    pub fn new(api: &Arc<Api>, client: &Arc<Client>, ledger: &Arc<Mutex<Ledger>>, seed: u64) -> Self {
        Self { api: api.clone(), client: client.clone(), ledger: ledger.clone(), dice: StdRng::seed_from_u64(seed) }
    }

    fn one_in(&mut self, many: u32) -> bool {
        self.dice.random_range(0..many) == 0
    }

    async fn pause(&mut self, least: u64, most: u64) {
        tokio::time::sleep(Duration::from_millis(self.dice.random_range(least..most))).await;
    }

    fn uuid(&mut self) -> String {
        let (high, low) = (self.dice.random::<u64>(), self.dice.random::<u64>());
        format!("{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}", high >> 32, high & 0xffff, low & 0xfff, (low >> 12) & 0xfff, low >> 16)
    }

    fn note(&self, write: impl FnOnce(&mut Ledger)) {
        write(&mut self.ledger.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Plays as a member of a side, until told to stop.
    pub async fn play(mut self, seat: Seat, stop: watch::Receiver<bool>) -> Result<()> {
        while !*stop.borrow() {
            self.pause(200, 1_200).await;
            let acts = seat.captain && self.dice.random_range(0..10) < 7;
            if acts {
                self.step(&seat).await;
            } else if self.one_in(3) {
                self.talk(&seat).await?;
            } else if self.one_in(2) {
                self.look(&seat).await;
            }
        }
        Ok(())
    }

    /// Acts as staff, until told to stop.
    pub async fn run(mut self, seats: Vec<Seat>, stop: watch::Receiver<bool>) -> Result<()> {
        let mut announced = tokio::time::Instant::now();
        while !*stop.borrow() {
            self.pause(200, 900).await;
            let seat = seats[self.dice.random_range(0..seats.len())].clone();
            if announced.elapsed() > Duration::from_secs(13) {
                announced = tokio::time::Instant::now();
                self.announce(seat.tournament_id).await?;
            } else if self.one_in(3) {
                let to = format!("/tournament/send-message-to-contestant/{}", seat.entrant_id);
                let path = if self.one_in(2) { to } else { format!("/tournament/send-time-request-message/{}", seat.match_id) };
                self.write(&path).await?;
            } else {
                self.rule(&seat).await;
            }
        }
        Ok(())
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        let answer = self.api.insist(&self.client.member, path, Some(&body)).await;
        self.judged(path, answer)
    }

    /// Does the same, but an actor who has to wait does something else.
    async fn attempt(&self, path: &str, body: Value) {
        let answer = self.api.answered(&self.client.member, path, Some(&body)).await;
        self.judged(path, answer);
    }

    fn judged(&self, path: &str, answer: Answer) -> Answer {
        self.note(|ledger| *(if answer.is_ok() { &mut ledger.taken } else { &mut ledger.refused }) += 1);
        if !answer.is_ok() && !matches!(answer.status, 403 | 404 | 409 | 422 | 429) && !self.client.has_lost() {
            self.note(|ledger| ledger.faults.push(format!("{path}: {} {}", answer.status, answer.body)));
        }
        answer
    }

    /// Returns a half hour of the round's window, within most days' hours of play.
    fn time(&mut self, now: &Value) -> Option<DateTime<Utc>> {
        let of = |name: &str| now["window"][name].as_str()?.parse::<DateTime<Utc>>().ok();
        let (opens, closes) = (of("opensAt")?, of("closesAt")?);
        let days = (closes - opens).num_days().max(1);
        let day = opens.max(Utc::now()) + TimeDelta::days(self.dice.random_range(0..days));
        // From noon to eight in the evening in Bangkok.
        let at = day.date_naive().and_hms_opt(5, 0, 0)?.and_utc() + TimeDelta::minutes(30 * self.dice.random_range(0..16));
        Some(at)
    }

    /// Acts as a captain: usually as the room expects, sometimes otherwise.
    async fn step(&mut self, seat: &Seat) {
        let now = self.client.copy().now(seat.match_id);
        let open = &now["proposal"];
        let state = now["state"].as_str().unwrap_or_default();
        let reports = matches!(state, "ready" | "playing" | "submitted") && !seat.by_time && self.one_in(4);
        if reports {
            let home = u8::from(!self.one_in(3));
            let games = json!([{"home": home, "away": 1 - home}]);
            let body = json!({"games": games, "version": now["version"]});
            self.post(&format!("/tournament/submit-match-score/{}", seat.match_id), body).await;
            return;
        }
        let Some(at) = self.time(&now) else { return };
        let Some(id) = open["id"].as_i64() else {
            let body = json!({"at": at, "note": "ได้ไหมครับ"});
            self.attempt(&format!("/tournament/send-time-request/{}", seat.match_id), body).await;
            return;
        };
        let own = open["side"] == seat.side;
        let verb = match self.dice.random_range(0..6) {
            0 | 1 => "send-time-request-edit",
            2 if seat.by_time && !own => "accept-time-request",
            // A user without the right tries it too.
            2 | 3 if own => "withdraw-time-request",
            3 => "decline-time-request",
            _ => return,
        };
        self.attempt(&format!("/tournament/{verb}/{id}"), json!({"at": at})).await;
    }

    async fn talk(&mut self, seat: &Seat) -> Result<()> {
        let path = if self.one_in(4) {
            format!("/tournament/send-message-to-promoter/{}", seat.tournament_id)
        } else {
            format!("/tournament/send-time-request-message/{}", seat.match_id)
        };
        self.write(&path).await
    }

    /// Reads the messages.
    async fn look(&mut self, seat: &Seat) {
        if self.one_in(4) {
            self.post("/notification/read/all", json!({})).await;
            return;
        }
        let thread = self.client.copy().thread_id(&Part::Room(seat.match_id));
        if let Some((thread, seq)) = thread {
            self.post("/message/read", json!({"threadId": thread, "seq": seq})).await;
        }
    }

    /// Sends a message until it is accepted, sometimes once more, like a page that missed the answer.
    async fn write(&mut self, path: &str) -> Result<()> {
        let client_id = self.uuid();
        let body = json!({"text": format!("สวัสดีครับ {}", self.dice.random_range(0..1_000)), "clientId": client_id});
        let answer = self.post(path, body.clone()).await;
        if !answer.is_ok() {
            return Ok(());
        }
        let seq = answer.body["seq"].as_i64().unwrap_or_default();
        if self.one_in(4) {
            let again = self.post(path, body).await;
            ensure!(again.body["id"] == answer.body["id"], "sent again, {} was another message", answer.body);
        }
        self.note(|ledger| ledger.sent.push(Sent { client_id, seq }));
        Ok(())
    }

    async fn announce(&mut self, tournament_id: i64) -> Result<()> {
        let client_id = self.uuid();
        // Makes texts distinct; letters beside numbers may be masked as a foul word.
        let text = format!("ประกาศที่ {}", self.dice.random_range(1_000_000_000..10_000_000_000_u64));
        let path = format!("/tournament/send-message-to-not-eliminated-players/{tournament_id}");
        let body = json!({"text": text, "clientId": client_id});
        let answer = self.post(&path, body.clone()).await;
        ensure!(answer.is_ok(), "an announcement was refused: {}", answer.body);
        if self.one_in(3) {
            let again = self.post(&path, body).await;
            ensure!(again.body["id"] == answer.body["id"], "announced again, it is another one");
        }
        self.note(|ledger| ledger.announced.push(text));
        Ok(())
    }

    /// Rules on disputes, resets decided matches, and moves agreed times.
    async fn rule(&mut self, seat: &Seat) {
        let now = self.client.copy().now(seat.match_id);
        let (id, version) = (seat.match_id, now["matchVersion"].clone());
        match now["state"].as_str().unwrap_or_default() {
            "disputed" => {
                let home = u8::from(self.one_in(2));
                let games = json!([{"home": home, "away": 1 - home}]);
                self.post(&format!("/tournament/submit-match-score/{id}"), json!({"games": games, "version": version})).await;
            }
            // Where the sides do not agree on times; what follows from it falls with the next reset.
            "ready" if !seat.by_time && self.one_in(4) => {
                let body = json!({"games": [{"home": 1, "away": 0}], "version": version});
                self.post(&format!("/tournament/submit-match-score/{id}"), body).await;
            }
            "decided" => {
                let body = json!({"version": version, "cascade": true, "reason": "again"});
                self.post(&format!("/tournament/reset-match-score/{id}"), body).await;
            }
            "submitted" if self.one_in(3) => {
                self.post(&format!("/tournament/reset-match-score/{id}"), json!({"version": version, "reason": "again"})).await;
            }
            "scheduled" if self.one_in(2) => {
                let Some(at) = self.time(&now) else { return };
                self.post(&format!("/tournament/edit-match-time/{id}"), json!({"at": at, "reason": "the hall is taken"})).await;
            }
            _ => {}
        }
    }
}
