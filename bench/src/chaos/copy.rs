//! A client's pages, merged as the web does it: answers and events by version, messages by number.

use std::collections::{BTreeMap, HashSet};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::rest::Api;
use crate::shop::Member;

/// Most items of one page of a list.
const PAGE: usize = 100;

/// A part of a page, and the calls that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The esports inbox
    Inbox,
    Badge,
    /// The room of a match with its talk
    Room(i64),
    /// The same room as an outsider sees it
    Outside(i64),
    /// An entrant's thread, by the call that reads it
    Thread(String),
    /// The broadcasts of a tournament's promoter
    Desk(i64),
}

/// The answers to such calls.
pub struct Read {
    page: Value,
    messages: Option<(Vec<Value>, String)>,
    pub grant: Option<(String, Option<String>)>,
}

#[derive(Default)]
pub struct Copy {
    pages: BTreeMap<String, Value>,
    threads: BTreeMap<String, Thread>,
    /// Versions of rooms that events announced
    told: BTreeMap<i64, i64>,
    /// Faults found
    pub faults: Vec<String>,
    /// Messages that came by events, and by reads
    pub by_event: u64,
    pub by_reading: u64,
    /// Everything is joined, and no read is pending
    pub settled: bool,
}

/// Messages from the first on without a gap.
#[derive(Default)]
struct Thread {
    items: Vec<Value>,
    /// The last number that an event announced since history broke
    last_told: i64,
}

fn seq(message: &Value) -> i64 {
    message["seq"].as_i64().unwrap_or_default()
}

fn version(room: &Value) -> i64 {
    room["now"]["version"].as_i64().unwrap_or(-1)
}

impl Part {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    /// Returns the path at which its messages are read.
    fn thread(&self) -> Option<String> {
        match self {
            Self::Room(id) => Some(format!("/tournament/get/message-match/{id}")),
            Self::Thread(path) => Some(path.clone()),
            _ => None,
        }
    }

    /// Reads it; None if that is refused. `after`: the last known message; `told`: the version that an event announced.
    pub async fn read(&self, api: &Api, member: &Member, after: i64, told: i64) -> Result<Option<Read>> {
        let page = match self {
            Self::Inbox => api.insist(member, &format!("/notification/get?perPage={PAGE}"), None).await,
            Self::Badge => api.insist(member, "/user-notification/check-unread-inbox", Some(&json!({}))).await,
            Self::Room(id) | Self::Outside(id) => {
                api.insist(member, &format!("/tournament/get/match/{id}?version={told}"), None).await
            }
            Self::Thread(path) => api.insist(member, &format!("{path}?after=0&limit=1"), None).await,
            Self::Desk(id) => api.insist(member, &format!("/tournament/broadcasts/{id}?perPage={PAGE}"), None).await,
        };
        if matches!(page.status, 401 | 403 | 404 | 409) {
            return Ok(None);
        }
        let page = page.ok("a page")?;
        let mut live = page["live"].clone();
        if let Self::Desk(id) = self {
            let mine = api.insist(member, "/tournament/get-join-tournament", Some(&json!({"tournamentId": id}))).await;
            live = mine.ok("what I am to the tournament")?["staffLive"].clone();
        }
        let grant = live["topic"].as_str().map(|topic| (topic.to_owned(), live["grant"].as_str().map(ToOwned::to_owned)));
        let messages = match self.thread() {
            Some(path) => match messages(api, member, &path, after).await? {
                Some(items) => Some((items, path)),
                None => return Ok(None),
            },
            None => None,
        };
        Ok(Some(Read { page, messages, grant }))
    }

    /// Drops fields that differ in every answer, that no event carries (rosters), or that are compared elsewhere (talk).
    fn shown(&self, mut page: Value) -> Value {
        if let Some(fields) = page.as_object_mut() {
            fields.remove("live");
            for side in ["home", "away"] {
                if let Some(side) = fields.get_mut(side).and_then(Value::as_object_mut) {
                    side.remove("players");
                }
            }
        }
        // A room's version also counts changes that outsiders do not see.
        if let (Self::Outside(_), Some(now)) = (self, page["now"].as_object_mut()) {
            now.remove("version");
        }
        if matches!(self, Self::Thread(_)) { Value::Null } else { page }
    }
}

async fn messages(api: &Api, member: &Member, path: &str, mut after: i64) -> Result<Option<Vec<Value>>> {
    let mut all = Vec::new();
    loop {
        let answer = api.insist(member, &format!("{path}?after={after}&limit={PAGE}"), None).await;
        if matches!(answer.status, 401 | 403 | 404 | 409) {
            return Ok(None);
        }
        let page = answer.ok(path)?;
        let items = page["items"].as_array().context("no messages")?;
        after = items.last().map_or(after, seq);
        all.extend(items.iter().cloned());
        if page["more"] != true {
            return Ok(Some(all));
        }
    }
}

impl Copy {
    pub fn last_message(&self, part: &Part) -> i64 {
        part.thread().and_then(|path| self.threads.get(&path)).map_or(0, |thread| thread.items.last().map_or(0, seq))
    }

    pub fn told_of(&self, part: &Part) -> i64 {
        let (Part::Room(id) | Part::Outside(id)) = part else { return 0 };
        self.told.get(id).copied().unwrap_or_default()
    }

    /// Returns the room as it is shown now.
    pub fn now(&self, match_id: i64) -> Value {
        self.pages.get(&Part::Room(match_id).name()).map_or(Value::Null, |room| room["now"].clone())
    }

    pub fn thread_id(&self, part: &Part) -> Option<(i64, i64)> {
        let last = self.threads.get(&part.thread()?)?.items.last()?;
        Some((last["threadId"].as_i64()?, seq(last)))
    }

    /// Returns the numbers and senders' names of a thread's messages, in order.
    pub fn talk(&self, part: &Part) -> Vec<(i64, i64)> {
        let items = part.thread().and_then(|path| self.threads.get(&path)).map(|thread| thread.items.as_slice());
        items.unwrap_or_default().iter().map(|item| (seq(item), item["id"].as_i64().unwrap_or_default())).collect()
    }

    pub fn inbox(&self) -> Vec<Value> {
        self.pages.get(&Part::Inbox.name()).and_then(|page| page["items"].as_array().cloned()).unwrap_or_default()
    }

    pub fn badge(&self) -> Value {
        self.pages.get(&Part::Badge.name()).cloned().unwrap_or_default()
    }

    /// Notes that the topic's history broke: an event may be one that came before.
    pub fn broke(&mut self, part: &Part) {
        if let Some(thread) = part.thread() {
            self.threads.entry(thread).or_default().last_told = 0;
        }
    }

    /// Shows the parts that were read, each in its later version.
    pub fn take(&mut self, part: &Part, read: Read) {
        let Read { mut page, messages, .. } = read;
        match part {
            Part::Room(_) | Part::Outside(_) => {
                if let Some(shown) = self.pages.get(&part.name())
                    && version(shown) > version(&page)
                {
                    page["now"] = shown["now"].clone();
                }
            }
            Part::Badge if newer(self.pages.get(&part.name()), &page) => return,
            _ => {}
        }
        self.pages.insert(part.name(), page);
        let Some((items, path)) = messages else { return };
        let thread = self.threads.entry(path).or_default();
        for item in items {
            if seq(&item) == thread.items.last().map_or(0, seq) + 1 {
                thread.items.push(item);
                self.by_reading += 1;
            }
        }
    }

    /// Applies an event. Returns true if it lacks parts that must be requested.
    pub fn hear(&mut self, part: &Part, event: &str, data: Value) -> bool {
        match (part, event) {
            (Part::Inbox, "inbox.changed") => true,
            (Part::Badge, "badge.changed") => {
                if !newer(self.pages.get(&part.name()), &data) {
                    self.pages.insert(part.name(), data);
                }
                false
            }
            (Part::Room(id), "match.changed") => {
                let told = data["version"].as_i64().unwrap_or_default();
                self.told.insert(*id, told.max(self.told_of(part)));
                let Some(room) = self.pages.get_mut(&part.name()) else { return true };
                if told <= version(room) {
                    return false;
                }
                let asks = ["reported", "state", "homeId", "awayId"].into_iter().any(|field| room["now"][field] != data[field]);
                room["now"] = data;
                asks
            }
            // An outsider only learns that something of the bracket changed.
            (Part::Outside(_), "bracket.changed") => true,
            (Part::Desk(_), "broadcast.progress") => {
                let shown = self.pages.get_mut(&part.name()).and_then(|page| page["items"].as_array_mut());
                match shown.and_then(|items| items.iter_mut().find(|one| one["id"] == data["id"])) {
                    Some(one) => {
                        for field in ["recipients", "delivered", "read", "finishedAt"] {
                            one[field] = data[field].clone();
                        }
                        false
                    }
                    None => true,
                }
            }
            (Part::Room(_) | Part::Thread(_), "message.posted") => {
                self.posted(part, data);
                false
            }
            _ => false,
        }
    }

    fn posted(&mut self, part: &Part, message: Value) {
        let Some(thread) = part.thread().map(|path| self.threads.entry(path).or_default()) else { return };
        let (last, next) = (thread.items.last().map_or(0, seq), seq(&message));
        if next <= thread.last_told {
            self.faults.push(format!("{part:?}: message {next} was told after {}", thread.last_told));
        }
        thread.last_told = next;
        if next == last + 1 {
            thread.items.push(message);
            self.by_event += 1;
        } else if next > last {
            self.faults.push(format!("{part:?}: message {next} came after {last}"));
        } else if thread.items[usize::try_from(next - 1).unwrap_or_default()]["id"] != message["id"] {
            self.faults.push(format!("{part:?}: message {next} is another one"));
        }
    }

    /// Returns how the shown parts differ from a fresh read; None if they do not.
    pub async fn differs(shown: &std::sync::Mutex<Self>, part: &Part, api: &Api, member: &Member) -> Result<Option<String>> {
        let read = part.read(api, member, 0, 0).await?.context("what was shown is refused")?;
        let copy = shown.lock().map_err(|_| anyhow::anyhow!("a client has failed"))?;
        let was = copy.pages.get(&part.name()).with_context(|| format!("{part:?} was never read"))?;
        let (was, is) = (part.shown(was.clone()), part.shown(read.page));
        if strip(&was) != strip(&is) {
            let fields =
                |value: &Value| value.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
            let other: Vec<_> = fields(&is).into_iter().filter(|name| strip(&was[name]) != strip(&is[name])).collect();
            let of =
                |value: &Value| other.iter().map(|name| format!("{name} {}", strip(&value[name]))).collect::<Vec<_>>().join(", ");
            return Ok(Some(format!("{part:?}: shown is {}, it is {}", of(&was), of(&is))));
        }
        let Some((items, path)) = read.messages else { return Ok(None) };
        let talk = copy.threads.get(&path).map(|thread| thread.items.as_slice()).unwrap_or_default();
        if talk == items {
            return Ok(None);
        }
        let other = talk.iter().zip(&items).position(|(one, other)| one != other);
        Ok(Some(format!(
            "{part:?}: {} messages are shown, there are {}; the first that differs: {:?}",
            talk.len(),
            items.len(),
            other.map(|at| (&talk[at], &items[at]))
        )))
    }
}

/// Returns whether the shown part is newer.
fn newer(shown: Option<&Value>, than: &Value) -> bool {
    shown.is_some_and(|shown| shown["version"].as_i64() > than["version"].as_i64())
}

/// Treats an absent field and a null field alike.
fn strip(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            fields.iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (name.clone(), strip(value))).collect()
        }
        Value::Array(items) => items.iter().map(strip).collect(),
        other => other.clone(),
    }
}

/// Checks that messages are numbered from one without a gap, each with an id of its own.
pub fn check_talk(talk: &[(i64, i64)]) -> Result<()> {
    let ids: HashSet<i64> = talk.iter().map(|(_, id)| *id).collect();
    ensure!(ids.len() == talk.len(), "a message stands there twice");
    ensure!(talk.iter().zip(1..).all(|((seq, _), number)| *seq == number), "a number is missing");
    Ok(())
}
