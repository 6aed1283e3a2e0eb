//! Users, their devices, and the notices sent to them.

use std::time::Duration;

use chrono::{TimeDelta, Timelike as _};
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream, Subject, SubjectKind};
use serde_json::{Value, json};

use crate::support::{Client, World};

/// A browser that subscribed at the sandbox's push service.
pub struct Device<'a> {
    world: &'a World,
    /// As returned by `PushManager.subscribe`
    pub browser: Value,
}

impl<'a> Device<'a> {
    pub async fn new(world: &'a World) -> Self {
        let key = world.user("key").await.get("/notification/settings").await.ok()["publicKey"].clone();
        let url = format!("{}/push/subscriptions", world.sandbox.base_url);
        let answer = world.anon().http.post(url).json(&json!({"key": key})).send().await.unwrap();
        Self { world, browser: answer.json().await.unwrap() }
    }

    /// Registers a browser in which this user receives pushes.
    pub async fn of(world: &'a World, person: &Client) -> Self {
        let device = Self::new(world).await;
        person.post("/notification/push", device.browser.clone()).await.ok();
        device
    }

    /// Returns the messages received, oldest first: as the service worker reads them, with their headers.
    pub async fn came(&self) -> Vec<(Value, Value)> {
        let id = self.browser["id"].as_str().unwrap();
        let url = format!("{}/push/messages?subscription={id}", self.world.sandbox.base_url);
        let came: Value = self.world.anon().http.get(url).send().await.unwrap().json().await.unwrap();
        let read = |message: &Value| (serde_json::from_str(message["text"].as_str().unwrap()).unwrap(), message.clone());
        came["items"].as_array().unwrap().iter().rev().map(read).collect()
    }

    /// Returns their titles, once there are so many.
    pub async fn titles(&self, many: usize) -> Vec<String> {
        self.world
            .until("pushes", async || {
                let came = self.came().await;
                let title = |(payload, _): &(Value, Value)| payload["title"].as_str().unwrap().to_owned();
                (came.len() >= many).then(|| came.iter().map(title).collect())
            })
            .await
    }

    /// Sets a fault of its push service for the next message.
    pub async fn fault(&self, kind: &str, ms: u64) {
        let rule = json!({"kind": kind, "times": 1, "ms": ms, "scope": {"subscription": self.browser["id"]}});
        let url = format!("{}/faults", self.world.sandbox.base_url);
        assert!(self.world.anon().http.post(url).json(&rule).send().await.unwrap().status().is_success());
    }
}

/// Writes an esports message; its English title is the Thai one in English.
pub async fn write(world: &World, person: &Client, title: &str, href: Option<&str>) -> i64 {
    write_about(world, person, title, href, None).await
}

/// Does the same about a match.
pub async fn write_of_match(world: &World, person: &Client, title: &str, match_id: i64) -> i64 {
    let href = format!("/esport/match/{match_id}");
    write_about(world, person, title, Some(&href), Some(Subject::new(SubjectKind::Match, match_id))).await
}

async fn write_about(world: &World, person: &Client, title: &str, href: Option<&str>, subject: Option<Subject>) -> i64 {
    let message = Message {
        stream: Stream::Esports,
        kind: "match_test",
        title: Text::new(title, format!("{title} in English")),
        body: Text::new("เนื้อความ", "The body"),
        href: href.map(str::to_owned),
        subject,
    };
    let mut change = world.app.change().await.unwrap();
    inbox::write(&mut change, person.user_id, &message).await.unwrap();
    change.commit().await.unwrap();
    let newest = "select max(id) from people.inbox_messages where user_id = $1";
    sqlx::query_scalar(newest).bind(person.user_id).fetch_one(&world.app.db).await.unwrap()
}

/// Lets the schedulers run some seconds later, several at once.
pub async fn look(world: &World) {
    world.advance(Duration::from_secs(6)).await;
    let task = || world.run_task("notices.send");
    tokio::join!(task(), task(), task());
    // A task that found another one running did nothing; this run finishes the work.
    world.run_task("notices.send").await;
}

pub async fn choose(person: &Client, choice: Value) -> Value {
    person.post("/notification/settings", choice).await.ok()
}

/// Sets quiet hours that began a while ago and end in so many minutes.
pub fn quiet_for(world: &World, minutes: i64) -> (u32, u32) {
    let there = world.app.now() + TimeDelta::hours(7);
    let minute = |at: chrono::DateTime<chrono::Utc>| at.hour() * 60 + at.minute();
    (minute(there - TimeDelta::minutes(10)), minute(there + TimeDelta::minutes(minutes)))
}

/// Returns the subjects of the mails to this user, oldest first.
pub async fn mails(world: &World, person: &Client) -> Vec<Value> {
    let address: String = sqlx::query_scalar("select email::text from people.users where id = $1")
        .bind(person.user_id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    let url = format!("{}/phone/messages?kind=email&to={address}", world.sandbox.base_url);
    let came: Value = world.anon().http.get(url).send().await.unwrap().json().await.unwrap();
    came["items"].as_array().unwrap().iter().rev().cloned().collect()
}
