//! Steps of matches, written to their threads.

use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::live::{MessageLive, ThreadScope};
use super::shapes::{MessageSide, ThreadMessage};
use super::tell;
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_people::inbox::{self, SeenMessages};

text_enum! {
    /// The kind of a match's step.
    StepKind {
        TimeProposed = "time_proposed",
        TimeCountered = "time_countered",
        TimeAgreed = "time_agreed",
        /// Set by staff
        TimeSet = "time_set",
        /// The round's default time applies
        TimeDefault = "time_default",
        TimeDeclined = "time_declined",
        TimeWithdrawn = "time_withdrawn",
        TimeExpired = "time_expired",
        ScoreReported = "score_reported",
        NoShowReported = "no_show_reported",
        NoShowContested = "no_show_contested",
        Disputed = "disputed",
        MatchDecided = "match_decided",
        MatchReset = "match_reset",
        SidesChanged = "sides_changed",
    }
}

#[derive(Clone, Debug)]
pub struct MatchStep {
    pub match_id: i64,
    pub kind: StepKind,
    /// The user who acted; None for the scheduler
    pub author_id: Option<i64>,
    pub side: Option<MessageSide>,
    pub data: Value,
}

/// Appends steps to the threads of their matches, at most one each, and emits them. Locks those threads.
pub async fn post(change: &mut Change, steps: &[MatchStep]) -> Result<(), Problem> {
    if steps.is_empty() {
        return Ok(());
    }
    let now = change.now();
    let kinds: Vec<&str> = steps.iter().map(|step| step.kind.as_str()).collect();
    let sides: Vec<Option<&str>> = steps.iter().map(|step| step.side.map(MessageSide::as_str)).collect();
    let written = sqlx::query!(
        r#"with steps as (
             select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::jsonb[]) as s (match_id, kind, author_id, side, data)),
           thread as (
             insert into esports.threads (match_id, last_seq) select match_id, 1 from steps order by match_id
             on conflict (match_id) do update set last_seq = threads.last_seq + 1 returning id, match_id, last_seq)
           insert into esports.messages (thread_id, seq, kind, author_id, side, name, data, created_at)
           select t.id, t.last_seq, s.kind, s.author_id, s.side, coalesce(u.display_name, ''), s.data, $6
           from steps s join thread t on t.match_id = s.match_id left join people.users u on u.id = s.author_id
           returning id, thread_id, seq, name, (select match_id from thread t where t.id = thread_id) as "match_id!""#,
        &steps.iter().map(|step| step.match_id).collect::<Vec<_>>(),
        &kinds as &[&str],
        &steps.iter().map(|step| step.author_id).collect::<Vec<_>>() as &[Option<i64>],
        &sides as &[Option<&str>],
        &steps.iter().map(|step| step.data.clone()).collect::<Vec<_>>(),
        now
    )
    .fetch_all(change.conn())
    .await?;
    for row in written {
        let Some(step) = steps.iter().find(|step| step.match_id == row.match_id) else { continue };
        let message = ThreadMessage {
            id: row.id,
            thread_id: row.thread_id,
            seq: row.seq,
            kind: step.kind.as_str().to_owned(),
            side: step.side,
            user_id: step.author_id,
            name: row.name,
            text: None,
            pictures: Vec::new(),
            data: Some(step.data.clone()),
            reply_to: None,
            at: now,
            client_id: None,
            hidden: false,
            flags: None,
            flagged: Vec::new(),
            original: None,
        };
        change.emit(&MessageLive { place: ThreadScope::Match(row.match_id), message })?;
    }
    for step in steps.iter().filter(|step| matches!(step.side, Some(MessageSide::Home | MessageSide::Away))) {
        if let Some(user_id) = step.author_id {
            change.job(&ReadRoom { user_id, match_id: step.match_id, until: now }, JobOptions::last()).await?;
        }
    }
    Ok(())
}

/// Marks inbox messages about a room as read for a user who acts there. Runs in a job, because their badge must be locked in the order of
/// people, with those who get the step.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadRoom {
    user_id: i64,
    match_id: i64,
    /// Later messages stay unread
    until: DateTime<Utc>,
}

impl Job for ReadRoom {
    const NAME: &'static str = "messages.read_room";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let mut change = app.change().await?;
        let href = tell::room(self.match_id);
        inbox::read_seen(
            &mut change,
            self.user_id,
            &SeenMessages { href: Some(&href), until: Some(self.until), but: None, ids: &[] },
        )
        .await?;
        Ok(change.commit().await?)
    }
}
