//! Public answers in memory. The event of a changed tournament invalidates its entries in every process (`follow`).

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
use super::{brief, card, entrants, list, view};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Lang, Problem};

/// Capacity of the cache, in bytes.
const ROOM: u64 = 32 * 1024 * 1024;
/// Maximum age of an entry, and so of a person's name or picture in it.
const KEPT: Duration = Duration::from_secs(60);
/// Entrants on a page of the list, as the web requests them (`ENTRANTS_PER_PAGE`).
const ENTRANTS: u32 = 48;
/// Channel of changed entries.
const ENTRIES: &str = "entrants";
/// Channel of changed draws and results.
const BRACKETS: &str = "brackets";
const RETRY: Duration = Duration::from_secs(1);

/// The key of an answer, which depends on nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    Whole(i64),
    Card(i64),
    Information(i64, Lang),
    /// The first page of entrants
    Entrants(i64),
    Lanes,
    /// The tournaments of the home page
    Current,
    /// A list; the user id is present for a user's own list
    List(Box<TournamentQuery>, Option<i64>),
}

impl Question {
    /// Returns the tournament of the question; None if it is about all of them.
    fn subject(&self) -> Option<i64> {
        match self {
            Self::Whole(id) | Self::Card(id) | Self::Information(id, _) | Self::Entrants(id) => Some(*id),
            Self::Lanes | Self::Current | Self::List(..) => None,
        }
    }
}

/// Versions of a tournament's bracket and of its counts of entrants. Both only grow; 0 requests nothing.
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

/// The answers of this process. Each is keyed by the count of changes before it was read. An answer read during a change is thus never
/// returned after it.
pub struct Answers {
    kept: Cache<(Question, u64), Bytes>,
    changes: Mutex<HashMap<i64, u64>>,
    /// Counts of changes to a tournament's public entries
    entries: Mutex<HashMap<i64, u64>>,
    /// Counts of changes to a tournament's draws and results
    brackets: Mutex<HashMap<i64, u64>>,
    /// The versions that every answer has at least, since the count last changed
    versions: Mutex<HashMap<i64, Versions>>,
    /// Count of changes to any tournament
    all: AtomicU64,
    /// Count of possibly missed changes, after a lost connection to the database
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

    /// Invalidates the answers kept before the tournament reached these versions.
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

/// Returns the answer as JSON, from memory or by one read shared by concurrent callers.
///
/// # Errors
/// 404 `tournament_not_found`; errors are not cached.
pub async fn bytes(app: &App, question: Question) -> Result<Bytes, Problem> {
    let answers: Arc<Answers> = app.shared();
    // Personal lists would evict the shared answers.
    if let Question::List(_, Some(_)) = question {
        return read(app, &question).await;
    }
    let key = (question.clone(), answers.count(&question));
    answers.kept.try_get_with(key, read(app, &question)).await.map_err(|problem| Problem::clone(&problem))
}

/// Invalidates a tournament that this process has just changed, before the database's notification.
pub fn forget(app: &App, id: i64) {
    app.shared::<Answers>().changed(id);
}

/// Returns the count of changes that affect a bracket, including its tournament and entrants. Answers read at another count are stale.
pub fn bracket_changes(app: &App, id: i64) -> u64 {
    let answers: Arc<Answers> = app.shared();
    let counts = [&answers.changes, &answers.entries, &answers.brackets];
    counts.iter().map(|changes| seen(changes, id)).sum::<u64>() + answers.lost.load(Ordering::Acquire)
}

/// Invalidates a bracket that this process has just changed, before the database's notification.
pub fn forget_bracket(app: &App, id: i64) {
    count(&app.shared::<Answers>().brackets, id);
}

/// Must precede an answer that has to be at least as new as these versions. A client may know of a change before the database notifies
/// this process: from the hub, or from another process. Only existing versions invalidate entries, and only once.
///
/// # Errors
/// Returns an error if the database is unreachable.
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
        Question::Current => json(&brief::current(app).await?),
        Question::List(query, me) => json(&list::page(app, query, *me).await?),
    }
}

async fn first_entrants(app: &App, id: i64) -> Result<Page<ListedTeam>, Problem> {
    entrants::entrants(&app.db, id, Some(EntrantStatus::Join), "%", Paging::new(Paging::first(), ENTRANTS)).await
}

fn json(answer: &impl Serialize) -> Result<Bytes, Problem> {
    Ok(Bytes::from(serde_json::to_vec(answer)?))
}

/// Follows the channels `tournaments`, `entrants` and `brackets` until the app stops. Each (re)connection invalidates all earlier
/// entries.
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
        // `None`: the connection was lost, and perhaps notifications with it.
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
