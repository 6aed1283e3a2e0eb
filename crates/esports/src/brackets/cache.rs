//! Published brackets in memory, as JSON, until they change.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moka::future::Cache;

use super::answer;
use super::store::{self, Stage};
use super::view::{DrawState, Reader};
use crate::tournaments::{self, Versions};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Capacity of the cache, in bytes.
const ROOM: u64 = 64 * 1024 * 1024;
const KEPT: Duration = Duration::from_secs(60);

/// The tournament, the stage (None for the one being played) and the count of changes.
type Key = (i64, Option<i32>, u64);

struct Brackets(Cache<Key, Bytes>);

impl Default for Brackets {
    fn default() -> Self {
        let weigh = |_: &Key, answer: &Bytes| u32::try_from(answer.len() + 100).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(ROOM).weigher(weigh).time_to_live(KEPT).build())
    }
}

/// Returns the public view of a stage, at least as new as the given version. Concurrent callers share one read.
///
/// # Errors
/// 404 `tournament_not_found`, `stage_not_found`, `bracket_not_found`; errors are not cached.
pub async fn published(app: &App, tournament_id: i64, stage: Option<i32>, version: Option<i64>) -> Result<Bytes, Problem> {
    let asked = Versions { bracket: version.unwrap_or_default(), ..Versions::default() };
    tournaments::catch_up(app, tournament_id, asked).await?;
    let brackets: Arc<Brackets> = app.shared();
    let key = (tournament_id, stage, tournaments::bracket_changes(app, tournament_id));
    brackets.0.try_get_with(key, read(app, tournament_id, stage)).await.map_err(|problem| Problem::clone(&problem))
}

async fn read(app: &App, tournament_id: i64, stage: Option<i32>) -> Result<Bytes, Problem> {
    let mut conn = app.db.acquire().await?;
    let stage = match stage {
        Some(stage) => stage,
        None => store::current(&mut conn, tournament_id).await?,
    };
    let stage = Stage::load(&mut conn, tournament_id, stage).await?;
    if stage.draw.as_ref().is_none_or(|draw| draw.state != DrawState::Published) {
        return Err(codes::bracket_not_found.into());
    }
    let answer = answer::bracket(&mut conn, &stage, Reader::Everybody, None).await?;
    Ok(Bytes::from(serde_json::to_vec(&answer)?))
}
