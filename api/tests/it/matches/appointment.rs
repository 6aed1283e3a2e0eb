//! Two sides that look for a time.

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use serde_json::{Value, json};

use super::duel::Duel;
use crate::support::{Answer, Client};

impl Duel<'_> {
    /// Returns a time relative to this world's clock.
    pub fn ahead(&self, by: TimeDelta) -> DateTime<Utc> {
        self.world.app.now() + by
    }

    /// Returns the start of its window plus so many minutes: a whole minute, as times are stored.
    pub async fn opening(&self, minutes: i64) -> DateTime<Utc> {
        let at = moment(&self.now().await["window"]["opensAt"]) + TimeDelta::minutes(minutes);
        at.duration_trunc(TimeDelta::minutes(1)).unwrap()
    }

    pub async fn propose(&self, by: &Client, at: DateTime<Utc>) -> Answer {
        self.post(by, "send-time-request", json!({"at": at})).await
    }

    /// Proposes successfully; returns the proposal's id.
    pub async fn proposed(&self, by: &Client, at: DateTime<Utc>) -> i64 {
        self.propose(by, at).await.ok()["now"]["proposal"]["id"].as_i64().unwrap()
    }

    pub async fn replace(&self, by: &Client, id: i64, at: DateTime<Utc>) -> Answer {
        self.fresh(by).await.post(&format!("/tournament/send-time-request-edit/{id}"), json!({"at": at})).await
    }

    /// Answers with `accept`, `decline` or `withdraw`.
    pub async fn answer(&self, by: &Client, verb: &str, id: i64) -> Answer {
        self.fresh(by).await.post(&format!("/tournament/{verb}-time-request/{id}"), json!({})).await
    }

    /// Returns the proposal of the newest message that asks for a time.
    pub async fn card(&self, of: &Client) -> Value {
        let list = self.fresh(of).await.get("/notification/get").await.ok();
        let asked = list["items"].as_array().unwrap().iter().find(|message| !message["proposal"].is_null());
        asked.unwrap_or_else(|| panic!("nothing is asked: {list}"))["proposal"].clone()
    }

    pub async fn set(&self, by: &Client, body: Value) -> Answer {
        self.post(by, "edit-match-time", body).await
    }

    pub async fn tick(&self) {
        self.world.run_task("matches.clock").await;
    }
}

pub fn moment(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap_or_else(|| panic!("no moment: {value}")).parse().unwrap()
}
