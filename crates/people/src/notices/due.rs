//! Selects the messages to notify of now. A few statements decide a whole batch, so a broadcast to thousands of people with neither subscription
//! nor mail costs no more than that.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Timelike as _, Utc};

use super::subjects::{self, WaitingNotice};
use super::tell::{Notice, TellNotices, options};
use crate::inbox::{self, Subject, SubjectKind};
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::problem::Problem;

/// How long a message waits: a reader who is on the page has read it by then.
const AFTER: TimeDelta = TimeDelta::seconds(5);
/// Oldest messages to notify of; anything older is no longer news.
const BEFORE: TimeDelta = TimeDelta::days(1);
/// Messages that a batch starts with; it takes all other due messages of their readers too.
const BATCH: i64 = 2000;
/// Most notices of one job.
const OF_A_JOB: usize = 20;

/// A message to notify its reader of.
struct Due {
    id: i64,
    user_id: i64,
    /// Whether it waited for the end of quiet hours
    waited: bool,
    urgent: bool,
    /// Whether it is the shop's: a product that is back, or an answer of our staff
    of_shop: bool,
}

/// A message under consideration.
struct DueRow {
    id: i64,
    user_id: i64,
    kind: String,
    created_at: DateTime<Utc>,
    subject_kind: Option<SubjectKind>,
    subject_id: Option<i64>,
}

impl DueRow {
    /// Returns the message for the owner of its subject, if it has one.
    fn waiting(&self) -> Option<WaitingNotice> {
        let subject = Subject::new(self.subject_kind?, self.subject_id?);
        let (message_id, user_id, created_at) = (self.id, self.user_id, self.created_at);
        Some(WaitingNotice { message_id, user_id, kind: self.kind.clone(), created_at, subject })
    }
}

/// The decisions about one batch.
#[derive(Default)]
struct Batch {
    /// Number of messages considered
    looked_at: i64,
    due: Vec<Due>,
    /// Messages that their readers saw elsewhere, by reader
    seen: BTreeMap<i64, Vec<i64>>,
}

/// Handles everything that is due; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    loop {
        let mut change = app.change().await?;
        // If two schedulers meet, one of them does it all, so that messages that waited become one notice.
        let alone = sqlx::query_scalar!(r#"select pg_try_advisory_xact_lock(hashtextextended('notices.send', 0)) as "alone!""#)
            .fetch_one(change.conn())
            .await?;
        if !alone {
            return Ok(());
        }
        let batch = take(&app, &mut change).await?;
        enqueue(&mut change, together(batch.due)).await?;
        change.commit().await?;
        // In separate changes, because badges are locked before messages.
        for (user_id, ids) in batch.seen {
            inbox::seen(&app, user_id, &ids).await?;
        }
        if batch.looked_at < BATCH {
            return Ok(());
        }
    }
}

/// Decides about one batch.
async fn take(app: &App, change: &mut Change) -> Result<Batch, Problem> {
    let now = change.now();
    let due = lock_due(change).await?;
    let about: Vec<WaitingNotice> = due.iter().filter_map(DueRow::waiting).collect();
    let subjects = subjects::load(app, change.conn(), &about, now).await?;
    let ids: Vec<i64> = due.iter().map(|message| message.id).collect();
    // Quiet hours end early for a message that becomes urgent; who waits in line for a flash sale has minutes.
    let rows = sqlx::query!(
        r#"with judged as (
             select due.id, due.notice_after is not null as waited, due.stream = 'shop' as of_shop, coalesce(about.urgent, due.kind in ('flash_sale_near', 'flash_sale_turn')) as urgent,
                    coalesce(about.seen, false) as seen,
                    due.created_at > $2 and not coalesce(about.obsolete, false) and (
                      (coalesce(s.push, true) and exists (select from people.push_subscriptions p where p.user_id = due.user_id))
                      or (due.stream <> 'shop' and coalesce(s.mail, 'off') <> 'off' and u.email_verified_at is not null
                          and not exists (select from people.mail_switched_off o where o.user_id = due.user_id and o.topic = 'tournaments'))
                    ) as reachable,
                    case when s.quiet_from < s.quiet_to then $3 >= s.quiet_from and $3 < s.quiet_to
                         else $3 >= s.quiet_from or $3 < s.quiet_to end as quiet,
                    least(date_trunc('minute', $1::timestamptz) + make_interval(mins => (s.quiet_to - $3 + 1440) % 1440),
                          about.urgent_from) as until
             from people.inbox_messages due join people.users u on u.id = due.user_id
                  left join people.notice_settings s on s.user_id = due.user_id
                  left join unnest($5::bigint[], $6::boolean[], $7::boolean[], $8::boolean[], $9::timestamptz[])
                    as about (id, obsolete, seen, urgent, urgent_from) on about.id = due.id
             where due.id = any($4)),
           decided as (
             select id, waited, urgent, seen, of_shop, reachable and not seen as tell, until,
                    coalesce(reachable and not seen and quiet and not urgent, false) as waits
             from judged)
           update people.inbox_messages m
           set noticed_at = case when not d.waits then $1 end, notice_after = case when d.waits then d.until else m.notice_after end
           from decided d where m.id = d.id
           returning m.id, m.user_id, d.waited as "waited!", d.urgent as "urgent!", d.of_shop as "of_shop!", d.tell and not d.waits as "tell!",
                     d.seen as "seen!""#,
        now,
        now - BEFORE,
        minute_of_the_day(now),
        &ids,
        &subjects.iter().map(|about| about.message_id).collect::<Vec<_>>(),
        &subjects.iter().map(|about| about.obsolete).collect::<Vec<_>>(),
        &subjects.iter().map(|about| about.seen).collect::<Vec<_>>(),
        &subjects.iter().map(|about| about.urgent).collect::<Vec<_>>(),
        &subjects.iter().map(|about| about.urgent_from).collect::<Vec<_>>() as &[Option<DateTime<Utc>>]
    )
    .fetch_all(change.conn())
    .await?;
    let mut batch = Batch { looked_at: i64::try_from(rows.len()).unwrap_or(i64::MAX), ..Batch::default() };
    for row in rows {
        if row.seen {
            batch.seen.entry(row.user_id).or_default().push(row.id);
        } else if row.tell {
            batch.due.push(Due {
                id: row.id,
                user_id: row.user_id,
                waited: row.waited,
                urgent: row.urgent,
                of_shop: row.of_shop,
            });
        }
    }
    Ok(batch)
}

/// Locks all due messages of the readers whose turn it is.
async fn lock_due(change: &mut Change) -> Result<Vec<DueRow>, Problem> {
    let now = change.now();
    let rows = sqlx::query_as!(
        DueRow,
        r#"with people as materialized (
             select distinct user_id from (
               select user_id from people.inbox_messages
               where (stream = 'esports' or kind in ('back_in_stock', 'support_answered', 'flash_sale_near', 'flash_sale_turn')) and noticed_at is null and read_at is null and deleted_at is null
                 and coalesce(notice_after, created_at) <= $1
               order by coalesce(notice_after, created_at), user_id limit $2) as first)
           select m.id, m.user_id, m.kind, m.created_at, m.subject_kind as "subject_kind: SubjectKind", m.subject_id
           from people.inbox_messages m join people using (user_id)
           where (m.stream = 'esports' or m.kind in ('back_in_stock', 'support_answered', 'flash_sale_near', 'flash_sale_turn')) and m.noticed_at is null and m.read_at is null and m.deleted_at is null
             and coalesce(m.notice_after, m.created_at) <= $1
           for update of m skip locked"#,
        now - AFTER,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    Ok(rows)
}

/// Returns the minute of the day in Bangkok, seven hours ahead of UTC all year.
fn minute_of_the_day(now: DateTime<Utc>) -> i32 {
    let there = now + TimeDelta::hours(7);
    i32::try_from(there.hour() * 60 + there.minute()).unwrap_or_default()
}

/// Groups a reader's messages that waited for the end of quiet hours into one notice, those of the shop into another. Every other message is a
/// notice by itself.
fn together(mut due: Vec<Due>) -> Vec<Notice> {
    due.sort_unstable_by_key(|message| (message.user_id, !message.waited, message.of_shop, message.id));
    let alike = |one: &Due, next: &Due| one.user_id == next.user_id && one.of_shop == next.of_shop;
    let chunks = due.chunk_by(|one, next| one.waited && next.waited && alike(one, next));
    chunks
        .map(|messages| Notice {
            user_id: messages[0].user_id,
            messages: messages.iter().map(|message| message.id).collect(),
            urgent: messages.iter().any(|message| message.urgent),
            of_shop: messages[0].of_shop,
        })
        .collect()
}

async fn enqueue(change: &mut Change, notices: Vec<Notice>) -> Result<(), Problem> {
    for notices in notices.chunks(OF_A_JOB) {
        change.job(&TellNotices { notices: notices.to_vec(), tries: 0 }, options(JobOptions::default())).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waited_is_told_as_one_and_the_rest_each_by_itself() {
        let due = |id, user_id, waited| Due { id, user_id, waited, urgent: id == 5, of_shop: id == 1 };
        let notices = together(vec![
            due(9, 1, false),
            due(1, 1, true),
            due(2, 1, true),
            due(5, 2, true),
            due(4, 1, true),
            due(8, 1, false),
            due(3, 2, false),
        ]);
        let told: Vec<_> = notices.iter().map(|notice| (notice.user_id, notice.messages.as_slice(), notice.urgent)).collect();
        let wanted: [(i64, &[i64], bool); 6] =
            [(1, &[2, 4], false), (1, &[1], false), (1, &[8], false), (1, &[9], false), (2, &[5], true), (2, &[3], false)];
        assert_eq!(told, wanted);
    }

    #[test]
    fn the_day_is_bangkok_s() {
        assert_eq!(minute_of_the_day("2026-11-23T16:59:59Z".parse().unwrap()), 23 * 60 + 59);
        assert_eq!(minute_of_the_day("2026-11-23T17:00:00Z".parse().unwrap()), 0);
    }
}
