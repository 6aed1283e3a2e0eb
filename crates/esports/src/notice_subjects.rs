//! State of matches, proposed times and offers, for the messages about them.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_kernel::problem::Problem;
use manao_people::notices::{SubjectStatus, WaitingNotice};
use sqlx::PgConnection;

/// Loads their current state.
pub fn load<'a>(
    conn: &'a mut PgConnection,
    messages: &'a [WaitingNotice],
    now: DateTime<Utc>,
) -> BoxFuture<'a, Result<Vec<SubjectStatus>, Problem>> {
    Box::pin(statuses(conn, messages, now))
}

/// Loads the state of each message's subject. A message about a match is urgent while it is played, and within the hour before its start
/// or decision. For those who decide a dispute it is urgent too. A message that asks for an answer is obsolete once the match or the
/// proposal needs none. A job writes the outcome of a match, so anyone with its thread open has already read the step.
async fn statuses(
    conn: &mut PgConnection,
    messages: &[WaitingNotice],
    now: DateTime<Utc>,
) -> Result<Vec<SubjectStatus>, Problem> {
    let statuses = sqlx::query_as!(
        SubjectStatus,
        r#"select w.id as "message_id!",
                  coalesce(p.state <> 'open' or p.expires_at <= $1, false)
                    or w.kind in ('match_reported', 'match_no_show', 'match_disputed')
                       and g.state <> case w.kind when 'match_disputed' then 'disputed' else 'submitted' end as "obsolete!",
                  w.kind in ('match_decided', 'match_reset', 'match_sides') and exists (
                    select from esports.threads h join esports.message_reads r on r.thread_id = h.id and r.user_id = w.user_id
                    where h.match_id = g.id and r.seq >= (select max(x.seq) from esports.messages x
                      where x.thread_id = h.id and x.kind not in ('text', 'broadcast') and x.created_at <= w.created_at)) as "seen!",
                  coalesce(at.due <= $1 + interval '1 hour' or g.state = 'playing' and g.ends_at > $1 - interval '1 hour'
                    or g.state = 'disputed' and exists (select from esports.tournaments t where t.id = g.tournament_id
                      and (t.promoter_id = w.user_id
                           or exists (select from esports.tournament_staff f where f.tournament_id = t.id and f.user_id = w.user_id))),
                    false) as "urgent!",
                  at.due - interval '1 hour' as "urgent_from?"
           from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::text[], $7::bigint[])
                  as w (id, user_id, kind, created_at, subject, subject_id)
                left join esports.match_proposals p on p.id = w.subject_id and w.subject = 'proposal'
                join esports.matches g on g.id = case w.subject when 'match' then w.subject_id else p.match_id end
                cross join lateral (
                  select case when g.state = 'scheduled' and g.scheduled_at > $1 then g.scheduled_at
                              when g.running then g.confirm_due_at end as due) as at"#,
        now,
        &messages.iter().map(|message| message.message_id).collect::<Vec<_>>(),
        &messages.iter().map(|message| message.user_id).collect::<Vec<_>>(),
        &messages.iter().map(|message| message.kind.clone()).collect::<Vec<_>>(),
        &messages.iter().map(|message| message.created_at).collect::<Vec<_>>(),
        &messages.iter().map(|message| message.subject.kind.as_str().to_owned()).collect::<Vec<_>>(),
        &messages.iter().map(|message| message.subject.id).collect::<Vec<_>>()
    )
    .fetch_all(conn)
    .await?;
    Ok(statuses)
}
