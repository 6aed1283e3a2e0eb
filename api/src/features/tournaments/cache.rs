//! Public answers in memory. The event that changes a tournament drops what was said of it, in every process (`follow`).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use manao_domain::registration::EntrantStatus;
use moka::future::Cache;
use serde::Serialize;
use sqlx::postgres::PgListener;

use super::browse::TournamentQuery;
use super::entrants::ListedTeam;
use super::{card, entrants, list, view};
use crate::app::App;
use crate::paging::{Page, Paging};
use crate::problem::{Lang, Problem};

/// Most bytes that are kept.
const ROOM: u64 = 32 * 1024 * 1024;
/// A person's name or picture on an answer is at most as old.
const KEPT: Duration = Duration::from_secs(60);
/// Entrants of a page of the list, as the web asks for them (`ENTRANTS_PER_PAGE`).
const ENTRANTS: u32 = 48;
/// The channel that tells of entries.
const ENTRIES: &str = "entrants";
/// The channel that tells of draws and results.
const BRACKETS: &str = "brackets";
const RETRY: Duration = Duration::from_secs(1);

/// What is asked; the answer depends on nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    Whole(i64),
    Card(i64),
    Information(i64, Lang),
    /// The first of those who are in
    Entrants(i64),
    Lanes,
    /// A list, and whose where it is somebody's own
    List(Box<TournamentQuery>, Option<i64>),
}

impl Question {
    /// The tournament that it is about; none when it is about all of them.
    fn subject(&self) -> Option<i64> {
        match self {
            Self::Whole(id) | Self::Card(id) | Self::Information(id, _) | Self::Entrants(id) => Some(*id),
            Self::Lanes | Self::List(..) => None,
        }
    }
}

/// The answers of this process. One belongs to the count of changes that was seen before it was read, so what is read during a change is
/// never given after it.
pub struct Answers {
    kept: Cache<(Question, u64), Bytes>,
    changes: Mutex<HashMap<i64, u64>>,
    /// Of a tournament's public entries alone
    entries: Mutex<HashMap<i64, u64>>,
    /// Of a tournament's draws and results alone
    brackets: Mutex<HashMap<i64, u64>>,
    /// The version of a tournament's bracket that every answer since its last change of count has at least
    versions: Mutex<HashMap<i64, i64>>,
    /// Of any tournament
    all: AtomicU64,
    /// Of what may have been missed while the database was away
    lost: AtomicU64,
}

impl Default for Answers {
    fn default() -> Self {
        let weigh = |_: &(Question, u64), answer: &Bytes| u32::try_from(answer.len() + 200).unwrap_or(u32::MAX);
        Self {
            kept: Cache::builder().max_capacity(ROOM).weigher(weigh).time_to_live(KEPT).build(),
            changes: Mutex::default(),
            entries: Mutex::default(),
            brackets: Mutex::default(),
            versions: Mutex::default(),
            all: AtomicU64::default(),
            lost: AtomicU64::default(),
        }
    }
}

impl Answers {
    fn count(&self, question: &Question) -> u64 {
        let own = question.subject().map_or_else(|| self.all.load(Ordering::Acquire), |id| seen(&self.changes, id));
        let entries = if let Question::Entrants(id) = question { seen(&self.entries, *id) } else { 0 };
        own + entries + self.lost.load(Ordering::Acquire)
    }

    fn changed(&self, id: i64) {
        count(&self.changes, id);
        self.all.fetch_add(1, Ordering::AcqRel);
    }

    fn has_bracket(&self, id: i64, version: i64) -> bool {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner).get(&id).is_some_and(|known| *known >= version)
    }

    /// What was kept before this version of the bracket counts no more.
    fn bracket_stands(&self, id: i64, version: i64) {
        let mut versions = self.versions.lock().unwrap_or_else(PoisonError::into_inner);
        let known = versions.entry(id).or_default();
        if *known < version {
            // First, so that who reads the version finds the new count.
            count(&self.changes, id);
            *known = version;
        }
    }

    fn forget_all(&self) {
        self.lost.fetch_add(1, Ordering::AcqRel);
    }
}

fn seen(changes: &Mutex<HashMap<i64, u64>>, id: i64) -> u64 {
    changes.lock().unwrap_or_else(PoisonError::into_inner).get(&id).copied().unwrap_or_default()
}

fn count(changes: &Mutex<HashMap<i64, u64>>, id: i64) {
    *changes.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_default() += 1;
}

/// The answer as JSON, from memory or read once for everybody who asks now.
///
/// # Errors
/// 404 `tournament_not_found`; refusals are not kept.
pub async fn bytes(app: &App, question: Question) -> Result<Bytes, Problem> {
    let answers: Arc<Answers> = app.shared();
    // One person's list would push out what everybody asks for.
    if let Question::List(_, Some(_)) = question {
        return read(app, &question).await;
    }
    let key = (question.clone(), answers.count(&question));
    answers.kept.try_get_with(key, read(app, &question)).await.map_err(|problem| Problem::clone(&problem))
}

/// What this process has just changed, before the database tells everybody.
pub fn forget(app: &App, id: i64) {
    app.shared::<Answers>().changed(id);
}

/// How often the bracket was changed, or what it shows of tournament and entrants; what was read at another count is not given any more.
pub fn bracket_changes(app: &App, id: i64) -> u64 {
    let answers: Arc<Answers> = app.shared();
    let counts = [&answers.changes, &answers.entries, &answers.brackets];
    counts.iter().map(|changes| seen(changes, id)).sum::<u64>() + answers.lost.load(Ordering::Acquire)
}

/// What this process has just changed of a bracket, before the database tells everybody.
pub fn forget_bracket(app: &App, id: i64) {
    count(&app.shared::<Answers>().brackets, id);
}

/// Before an answer that must have at least this version of the bracket: an event is told by the hub, and may be here before the database's
/// word to this process. Only a version that there is drops what was kept, once.
///
/// # Errors
/// When the database cannot be asked.
pub async fn catch_up(app: &App, id: i64, version: Option<i64>) -> Result<(), Problem> {
    let answers: Arc<Answers> = app.shared();
    let Some(version) = version.filter(|version| !answers.has_bracket(id, *version)) else { return Ok(()) };
    let now = sqlx::query_scalar!("select bracket_version from tournaments where id = $1", id).fetch_optional(&app.db).await?;
    if let Some(now) = now.filter(|now| *now >= version) {
        answers.bracket_stands(id, now);
    }
    Ok(())
}

pub async fn answer(app: &App, question: Question) -> Result<Response, Problem> {
    let answer = bytes(app, question).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

async fn read(app: &App, question: &Question) -> Result<Bytes, Problem> {
    let now = app.now();
    match question {
        Question::Whole(id) => json(&view::tournament(&app.db, *id, now).await?),
        Question::Card(id) => json(&card::card(&mut *app.db.acquire().await?, *id, now).await?),
        Question::Information(id, lang) => json(&view::information(&app.db, *id, *lang).await?),
        Question::Entrants(id) => json(&first_entrants(app, *id).await?),
        Question::Lanes => json(&list::lanes(app).await?),
        Question::List(query, me) => json(&list::page(app, query, *me).await?),
    }
}

async fn first_entrants(app: &App, id: i64) -> Result<Page<ListedTeam>, Problem> {
    entrants::entrants(&app.db, id, Some(EntrantStatus::Join), "%", Paging::new(Paging::first(), ENTRANTS)).await
}

fn json(answer: &impl Serialize) -> Result<Bytes, Problem> {
    Ok(Bytes::from(serde_json::to_vec(answer)?))
}

/// Follows the channels `tournaments`, `entrants` and `brackets` until the app stops. After every (re)connection nothing that was kept before counts.
pub async fn follow(app: App) {
    let answers: Arc<Answers> = app.shared();
    loop {
        let followed = tokio::select! {
            () = app.stopping.cancelled() => return,
            followed = listen(&app, &answers) => followed,
        };
        if let Err(error) = followed {
            tracing::warn!(%error, "the tournaments' database is away, trying again");
        }
        tokio::select! {
            () = app.stopping.cancelled() => return,
            () = tokio::time::sleep(RETRY) => {}
        }
    }
}

async fn listen(app: &App, answers: &Answers) -> sqlx::Result<()> {
    let mut listener = PgListener::connect_with(&app.db).await?;
    listener.listen_all(["tournaments", ENTRIES, BRACKETS]).await?;
    loop {
        answers.forget_all();
        // `None`: the connection was lost; notifications may be too.
        while let Some(told) = listener.try_recv().await? {
            match told.payload().parse() {
                Ok(id) if told.channel() == ENTRIES => count(&answers.entries, id),
                Ok(id) if told.channel() == BRACKETS => count(&answers.brackets, id),
                Ok(id) => answers.changed(id),
                Err(_) => answers.forget_all(),
            }
        }
    }
}
