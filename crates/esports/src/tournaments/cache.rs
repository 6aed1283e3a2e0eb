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
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Lang, Problem};

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

/// How far a tournament's bracket and its counts of entrants are. Both only grow; 0 asks for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Versions {
    pub bracket: i64,
    pub entries: i64,
}

impl Versions {
    fn reach(self, asked: Self) -> bool {
        self.bracket >= asked.bracket && self.entries >= asked.entries
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
    /// The versions of a tournament that every answer since its last change of count has at least
    versions: Mutex<HashMap<i64, Versions>>,
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

    fn reach(&self, id: i64, asked: Versions) -> bool {
        let versions = self.versions.lock().unwrap_or_else(PoisonError::into_inner);
        versions.get(&id).copied().unwrap_or_default().reach(asked)
    }

    /// Drops the answers that were kept before the tournament came to these versions.
    fn stand_at(&self, id: i64, now: Versions) {
        let mut versions = self.versions.lock().unwrap_or_else(PoisonError::into_inner);
        let known = versions.entry(id).or_default();
        if known.reach(now) {
            return;
        }
        // First, so that a reader of the versions finds the new count. Lists show counts of entrants, but nothing of a bracket.
        if known.entries < now.entries {
            self.changed(id);
        } else {
            count(&self.changes, id);
        }
        *known = Versions { bracket: known.bracket.max(now.bracket), entries: known.entries.max(now.entries) };
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

/// Precedes an answer that must not be older than these versions: what a client has heard from the hub, or done itself in another process,
/// may be here before the database's word to this process. Only versions that there are drop what was kept, once.
///
/// # Errors
/// Returns an error if the database cannot be asked.
pub async fn catch_up(app: &App, id: i64, asked: Versions) -> Result<(), Problem> {
    let answers: Arc<Answers> = app.shared();
    if answers.reach(id, asked) {
        return Ok(());
    }
    let now = sqlx::query_as!(
        Versions,
        "select bracket_version as bracket, entries_version as entries from esports.tournaments where id = $1",
        id
    )
    .fetch_optional(&app.db)
    .await?;
    if let Some(now) = now.filter(|now| now.reach(asked)) {
        answers.stand_at(id, now);
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
