//! A client like the web: connects to any hub that takes it, resumes, reads by REST when asked to, and never stops.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Result, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use manao_hub::client::StreamPosition;
use manao_hub::frame::{ClientFrame, ErrorCode, ServerFrame, TopicEvent};
use manao_hub::topic::Kind;
use tokio::sync::mpsc;

use super::copy::{Copy, Part, Read};
use super::rest::Api;
use super::stage::HEARTBEAT_MS;
use crate::hub::wire::{Closed, Wire};
use crate::shop::Member;

/// A link that is silent for so long is dead.
const DEAD: Duration = Duration::from_millis(2 * HEARTBEAT_MS);
const PAUSE: Duration = Duration::from_millis(300);
/// Wait before a new grant is requested after a refusal, as in the web.
const ASK_AGAIN: Duration = Duration::from_millis(2_500);
/// How long the topics of a withdrawn right may still be heard.
const GRACE: TimeDelta = TimeDelta::seconds(1);

/// The topics that a user has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    All,
    /// The topics of a team
    Team,
}

pub struct Client {
    pub name: String,
    pub user_id: i64,
    pub member: Member,
    pub copy: Mutex<Copy>,
    parts: Vec<(String, Part)>,
    lost: Mutex<Option<(Lost, DateTime<Utc>)>>,
}

struct Topic {
    name: String,
    part: Part,
    kind: Kind,
    grant: Option<String>,
    place: StreamPosition,
    joined: bool,
    /// When a new grant is requested, after all grants of this user have ended
    rejoins_at: Option<Instant>,
    /// Reads that were requested, and the one in progress
    asked: u64,
    reading: Option<u64>,
    /// The read that makes the topic complete again; events wait for it
    whole_with: Option<u64>,
    held: Vec<TopicEvent>,
    /// Ids of events since history broke
    seen: HashSet<String>,
}

type Done = (usize, u64, Option<Read>);

impl Client {
    /// Creates a client. `parts`: the parts of its pages, each with its topic.
    pub fn new(name: String, user_id: i64, member: Member, mut parts: Vec<(String, Part)>) -> Arc<Self> {
        parts.insert(0, (format!("user:{user_id}"), Part::Inbox));
        parts.insert(1, (format!("badge:{user_id}"), Part::Badge));
        Arc::new(Self { name, user_id, member, parts, copy: Mutex::default(), lost: Mutex::default() })
    }

    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().map(|(_, part)| part)
    }

    pub fn copy(&self) -> MutexGuard<'_, Copy> {
        self.copy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that its rights are being withdrawn.
    pub fn loses(&self, what: Lost) {
        self.lose(what, DateTime::<Utc>::MAX_UTC - GRACE);
    }

    /// Notes that its rights are withdrawn: the call that did it was answered. The client goes on trying with what it has.
    pub fn has_none(&self, what: Lost) {
        self.lose(what, Utc::now());
    }

    fn lose(&self, what: Lost, when: DateTime<Utc>) {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some((what, when));
    }

    fn lost(&self) -> Option<(Lost, DateTime<Utc>)> {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn has_lost(&self) -> bool {
        self.lost().is_some()
    }

    fn fault(&self, what: impl Into<String>) {
        self.copy().faults.push(what.into());
    }

    pub async fn run(self: Arc<Self>, api: Arc<Api>, hubs: Vec<SocketAddr>, first: usize) {
        let (done, mut answers) = mpsc::unbounded_channel();
        let topic = |(name, part): &(String, Part)| Topic {
            name: name.clone(),
            part: part.clone(),
            kind: Kind::Log,
            grant: None,
            place: StreamPosition::default(),
            joined: false,
            rejoins_at: None,
            asked: 0,
            reading: None,
            whole_with: None,
            held: Vec::new(),
            seen: HashSet::new(),
        };
        let topics = self.parts.iter().map(topic).collect();
        let mut follower = Follower { client: self.clone(), api, topics, done };
        let mut turn = first;
        loop {
            turn += 1;
            if let Err(end) = follower.stay(hubs[turn % hubs.len()], &mut answers).await {
                let code = end.downcast_ref::<Closed>().map(|closed| closed.0);
                if matches!(code, Some(4400 | 4401 | 4403 | 4409 | 4429)) && !self.has_lost() {
                    self.fault(format!("{end:#}"));
                }
            }
            for topic in &mut follower.topics {
                (topic.joined, topic.rejoins_at) = (false, None);
            }
            self.copy().settled = false;
            tokio::time::sleep(PAUSE).await;
        }
    }
}

struct Follower {
    client: Arc<Client>,
    api: Arc<Api>,
    topics: Vec<Topic>,
    done: mpsc::UnboundedSender<Done>,
}

impl Follower {
    /// Handles one connection until it ends.
    async fn stay(&mut self, hub: SocketAddr, answers: &mut mpsc::UnboundedReceiver<Done>) -> Result<()> {
        // The first page is read before anything is joined: it brings the grants.
        for at in 0..self.topics.len() {
            let topic = &self.topics[at];
            if topic.grant.is_none()
                && !matches!(topic.part, Part::Inbox | Part::Badge | Part::Outside(_))
                && !self.client.has_lost()
            {
                let read = self.read(at).await;
                self.granted(at, read.as_ref());
            }
        }
        let mut wire = tokio::time::timeout(DEAD, Wire::open(hub, "/ws")).await??;
        let (epoch, offset) = self.topics[0].place.resumes();
        send(&mut wire, &ClientFrame::Hello { token: Some(self.client.member.token.clone()), epoch, offset }).await?;
        for topic in &self.topics[1..] {
            let (epoch, offset) = topic.place.resumes();
            let (topic, grant) = (topic.name.clone(), topic.grant.clone());
            send(&mut wire, &ClientFrame::Subscribe { id: None, topic, grant, epoch, offset }).await?;
        }
        loop {
            let mut frames = Vec::new();
            let reading = wire.read(|payload| {
                frames.push(serde_json::from_slice::<ServerFrame>(payload)?);
                Ok(())
            });
            let ended = tokio::select! {
                read = tokio::time::timeout(DEAD, reading) => read.unwrap_or_else(|_| Err(anyhow::anyhow!("silent"))),
                Some((at, started, read)) = answers.recv() => {
                    self.finished(at, started, read);
                    Ok(())
                }
                () = tokio::time::sleep(PAUSE) => Ok(()),
            };
            self.rejoin(&mut wire).await?;
            for frame in frames {
                if frame == ServerFrame::Ping {
                    send(&mut wire, &ClientFrame::Pong).await?;
                }
                self.hear(frame);
            }
            let settled = self.topics.iter().all(|topic| topic.joined && topic.reading.is_none());
            self.client.copy().settled = settled;
            ended?;
        }
    }

    /// Reads the parts whose grant ended, which brings a new grant, and joins again at its position.
    async fn rejoin(&mut self, wire: &mut Wire) -> Result<()> {
        for at in 0..self.topics.len() {
            if self.topics[at].rejoins_at.is_none_or(|due| due > Instant::now()) || self.client.has_lost() {
                continue;
            }
            let read = self.read(at).await;
            self.granted(at, read.as_ref());
            let topic = &mut self.topics[at];
            topic.rejoins_at = Some(Instant::now() + ASK_AGAIN);
            let (epoch, offset) = topic.place.resumes();
            let (topic, grant) = (topic.name.clone(), topic.grant.clone());
            send(wire, &ClientFrame::Subscribe { id: None, topic, grant, epoch, offset }).await?;
        }
        Ok(())
    }

    fn hear(&mut self, frame: ServerFrame) {
        let at = |name: &str| self.topics.iter().position(|topic| topic.name == name);
        match frame {
            ServerFrame::Subscribed { topic, kind, epoch, offset, recovered, events, .. } => {
                let Some(at) = at(&topic) else { return };
                self.joined(at, kind, (&epoch, offset, recovered), events);
            }
            ServerFrame::Event { topic, offset, id, event, at: when, data } => {
                let Some(at) = at(&topic) else { return };
                let kind = self.topics[at].kind;
                if let Err(broken) = self.topics[at].place.event(kind, offset) {
                    self.client.fault(format!("{topic}: {broken}"));
                }
                self.event(at, TopicEvent { offset, id, event, at: when, data });
            }
            // When a side leaves a match, all grants of its members end; they still have others.
            ServerFrame::Unsubscribed { topic, code: Some(ErrorCode::GrantExpired), .. }
            | ServerFrame::Error { topic: Some(topic), code: ErrorCode::GrantExpired, .. } => {
                let Some(at) = at(&topic) else { return };
                self.topics[at].joined = false;
                self.topics[at].rejoins_at.get_or_insert(Instant::now() + ASK_AGAIN);
            }
            ServerFrame::Unsubscribed { topic, code, .. } if !self.client.has_lost() => {
                self.client.fault(format!("{topic} was left: {code:?}"));
            }
            ServerFrame::Error { code, topic, .. } if !self.client.has_lost() => {
                self.client.fault(format!("refused: {code:?} {topic:?}"));
            }
            _ => {}
        }
    }

    fn joined(&mut self, at: usize, kind: Kind, told: (&str, u64, bool), events: Vec<TopicEvent>) {
        let topic = &mut self.topics[at];
        (topic.kind, topic.joined, topic.rejoins_at) = (kind, true, None);
        match topic.place.joined(kind, told, &events) {
            Err(broken) => self.client.fault(format!("{}: {broken}", topic.name)),
            Ok(false) => {
                topic.held.clear();
                topic.seen.clear();
                self.client.copy().broke(&topic.part);
                topic.whole_with = Some(topic.asked + 1);
                self.ask(at);
            }
            Ok(true) => events.into_iter().for_each(|event| self.event(at, event)),
        }
    }

    fn event(&mut self, at: usize, event: TopicEvent) {
        let topic = &mut self.topics[at];
        if let Some((lost, since)) = self.client.lost()
            && (lost == Lost::All || matches!(topic.part, Part::Room(_) | Part::Thread(_)))
            && event.at.parse::<DateTime<Utc>>().is_ok_and(|when| when > since + GRACE)
        {
            self.client.fault(format!(
                "heard {} of {} that happened at {}, lost {lost:?} at {since}",
                event.event, topic.name, event.at
            ));
        }
        // The newest snapshot of a state topic comes with every join.
        if topic.kind == Kind::Log && !topic.seen.insert(event.id.clone()) {
            self.client.fault(format!("{}: event {} was told twice", topic.name, event.id));
        }
        if topic.whole_with.is_some() {
            topic.held.push(event);
        } else if self.client.copy().hear(&topic.part, &event.event, event.data) {
            self.ask(at);
        }
    }

    /// Reads by REST in parallel; one read per topic at a time.
    fn ask(&mut self, at: usize) {
        let topic = &mut self.topics[at];
        topic.asked += 1;
        if topic.reading.is_some() {
            return;
        }
        topic.reading = Some(topic.asked);
        let (started, done) = (topic.asked, self.done.clone());
        let reading = self.read(at);
        tokio::spawn(async move {
            let read = reading.await;
            let _ = done.send((at, started, read));
        });
    }

    fn read(&self, at: usize) -> impl Future<Output = Option<Read>> + Send + 'static {
        let (client, api, part) = (self.client.clone(), self.api.clone(), self.topics[at].part.clone());
        async move {
            let (after, told) = {
                let copy = client.copy();
                (copy.last_message(&part), copy.told_of(&part))
            };
            match part.read(&api, &client.member, after, told).await {
                Ok(Some(read)) => Some(read),
                Ok(None) if client.has_lost() => None,
                Ok(None) => {
                    client.fault(format!("{part:?} was refused"));
                    None
                }
                Err(error) => {
                    client.fault(format!("{part:?}: {error:#}"));
                    None
                }
            }
        }
    }

    fn granted(&mut self, at: usize, read: Option<&Read>) {
        let Some((name, grant)) = read.and_then(|read| read.grant.clone()) else { return };
        if self.topics[at].name == name {
            self.topics[at].grant = grant;
        }
    }

    fn finished(&mut self, at: usize, started: u64, read: Option<Read>) {
        self.granted(at, read.as_ref());
        let topic = &mut self.topics[at];
        topic.reading = None;
        if let Some(read) = read {
            self.client.copy().take(&topic.part, read);
        }
        let mut again = topic.asked > started;
        if topic.whole_with.is_some_and(|needed| started >= needed) {
            topic.whole_with = None;
            for event in std::mem::take(&mut topic.held) {
                again |= self.client.copy().hear(&topic.part, &event.event, event.data);
            }
        }
        if again {
            self.ask(at);
        }
    }
}

async fn send(wire: &mut Wire, frame: &ClientFrame) -> Result<()> {
    wire.send(&serde_json::to_string(frame)?).await
}

/// Waits until everything is joined and read.
pub async fn settled(clients: &[Arc<Client>], patience: Duration) -> Result<()> {
    let start = SystemTime::now();
    loop {
        let busy: Vec<&str> = clients
            .iter()
            .filter(|client| !client.has_lost() && !client.copy().settled)
            .map(|client| client.name.as_str())
            .collect();
        if busy.is_empty() {
            return Ok(());
        }
        ensure!(start.elapsed()? < patience, "not whole in time: {busy:?}");
        tokio::time::sleep(PAUSE).await;
    }
}
