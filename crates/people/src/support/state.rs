//! Closing a thread, and reopening it.

use serde_json::json;

use super::shapes::{SupportEntry, SupportSide, SupportState};
use super::tell;
use super::thread::{Entry, ThreadRow, append};
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::problem::Problem;

/// The user who closes or reopens a thread.
#[derive(Clone, Copy, Debug)]
pub enum Actor {
    Member(i64),
    /// Without an id for the command line
    Staff(Option<i64>),
    Scheduler,
}

impl Actor {
    fn side(self) -> Option<SupportSide> {
        match self {
            Self::Member(_) => Some(SupportSide::Member),
            Self::Staff(_) => Some(SupportSide::Staff),
            Self::Scheduler => None,
        }
    }

    fn author_id(self) -> Option<i64> {
        match self {
            Self::Member(id) => Some(id),
            Self::Staff(id) => id,
            Self::Scheduler => None,
        }
    }
}

/// Closes a thread, and notifies the member unless they did it; one that is closed stays so. Without a version, whatever there is is closed.
///
/// # Errors
/// 404 `support_thread_not_found`; 409 `support_thread_changed`.
pub async fn close(app: &App, thread_id: i64, actor: Actor, version: Option<i64>) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let thread = ThreadRow::lock(&mut change, thread_id).await?;
    if thread.state == SupportState::Closed {
        return Ok(());
    }
    // The member may have written after it was listed.
    if matches!(actor, Actor::Scheduler) && thread.state != SupportState::Answered {
        return Ok(());
    }
    version.map_or(Ok(()), |version| thread.check(version))?;
    let (side, author_id) = (actor.side(), actor.author_id());
    let entry = Entry { kind: SupportEntry::Closed, side, author_id, draft: None, state: SupportState::Closed };
    append(&mut change, thread_id, entry).await?;
    if !matches!(actor, Actor::Member(_)) {
        tell::closed(&mut change, &thread, matches!(actor, Actor::Scheduler)).await?;
    }
    if let Actor::Staff(Some(staff)) = actor {
        change.audit(AuditEntry::act(staff, "thread_closed", Subject::new("thread", thread_id), None, json!({})));
    }
    change.commit().await
}

/// Reopens a closed thread for staff: it waits for an answer again. One that is open stays as it is.
///
/// # Errors
/// 404 `support_thread_not_found`; 409 `support_thread_changed`.
pub async fn reopen(app: &App, thread_id: i64, author_id: Option<i64>, version: Option<i64>) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let thread = ThreadRow::lock(&mut change, thread_id).await?;
    if thread.state != SupportState::Closed {
        return Ok(());
    }
    version.map_or(Ok(()), |version| thread.check(version))?;
    let side = Some(SupportSide::Staff);
    let entry = Entry { kind: SupportEntry::Reopened, side, author_id, draft: None, state: SupportState::Waiting };
    append(&mut change, thread_id, entry).await?;
    if let Some(author_id) = author_id {
        change.audit(AuditEntry::act(author_id, "thread_reopened", Subject::new("thread", thread_id), None, json!({})));
    }
    change.commit().await
}
