//! Open tasks of a tournament's staff.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use manao_kernel::problem::Problem;

/// Number of open tasks of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentNeeds {
    /// Entries awaiting approval
    pub review: i64,
    /// Admitted or waiting entries with unchecked documents
    pub documents: i64,
    /// Stages to draw and publish: registration is over, or the qualifiers are known
    pub draw: i64,
    /// Groups that are decided but not closed
    pub groups: i64,
    /// Stages that are over, and whose qualifiers are not in the next one
    pub advance: i64,
    /// 1 if the last stage is over, and the tournament can be closed
    pub finish: i64,
    /// Disputed matches
    pub rule: i64,
    /// Matches with a side reported absent
    pub no_show: i64,
    /// Matches without a report an hour after their end
    pub overdue: i64,
    /// Reported messages, in rooms and threads, that are neither hidden nor kept
    pub reported: i64,
    /// Matches with two sides, no time, and no default time ahead
    pub set_time: i64,
}

/// Returns the open tasks of these tournaments, as long as they are not over.
pub async fn needs(conn: &mut PgConnection, ids: &[i64], now: DateTime<Utc>) -> Result<HashMap<i64, TournamentNeeds>, Problem> {
    let rows = sqlx::query!(
        r#"select t.id, count(*) filter (where e.status = 'register') as "review!",
                  count(*) filter (where e.admitted and exists
                    (select from esports.entrant_documents d where d.entrant_id = e.id and d.checked is null)) as "documents!"
           from esports.tournaments t left join esports.entrants e on e.tournament_id = t.id
           where t.id = any($1) and t.cancelled_at is null and t.finished_at is null group by t.id"#,
        ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let needs = |review, documents| TournamentNeeds { review, documents, ..TournamentNeeds::default() };
    let mut needs: HashMap<i64, TournamentNeeds> =
        rows.into_iter().map(|row| (row.id, needs(row.review, row.documents))).collect();
    for stage in stages(conn, ids, now).await? {
        stage.count(needs.entry(stage.tournament_id).or_default());
    }
    count_matches(conn, ids, now, &mut needs).await?;
    count_reports(conn, ids, &mut needs).await?;
    Ok(needs)
}

/// Counts the matches that need staff, by the same rules as the next step in their rooms (`brackets::room_state`).
async fn count_matches(
    conn: &mut PgConnection,
    ids: &[i64],
    now: DateTime<Utc>,
    needs: &mut HashMap<i64, TournamentNeeds>,
) -> Result<(), Problem> {
    let rows = sqlx::query!(
        r#"select m.tournament_id, count(*) filter (where m.state = 'disputed') as "rule!",
                  count(*) filter (where m.state = 'submitted' and exists (select from esports.match_reports r where r.match_id = m.id
                    and r.void_at is null and r.kind = 'no_show')) as "no_show!",
                  count(*) filter (where m.state = 'playing' and m.ends_at + interval '1 hour' <= $2) as "overdue!",
                  count(*) filter (where m.state = 'ready' and (w.default_at is null or w.default_at - interval '2 hours' <= $2)) as "set_time!"
           from esports.matches m join esports.tournaments t on t.id = m.tournament_id
           left join esports.match_rounds w on w.tournament_id = m.tournament_id and w.stage = m.stage and w.part = m.part and w.round = m.round
                and not m.extra
           where m.tournament_id = any($1) and (m.running or m.state = 'ready') and m.home_slot is not null
             and t.cancelled_at is null and t.finished_at is null group by m.tournament_id"#,
        ids,
        now
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        let needs = needs.entry(row.tournament_id).or_default();
        (needs.rule, needs.no_show, needs.overdue, needs.set_time) = (row.rule, row.no_show, row.overdue, row.set_time);
    }
    Ok(())
}

async fn count_reports(conn: &mut PgConnection, ids: &[i64], needs: &mut HashMap<i64, TournamentNeeds>) -> Result<(), Problem> {
    let rows = sqlx::query!(
        r#"select t.id, count(distinct m.id) as "reported!"
           from esports.message_flags f join esports.messages m on m.id = f.message_id and m.hidden_at is null join esports.threads h on h.id = m.thread_id
           left join esports.matches g on g.id = h.match_id left join esports.entrants e on e.id = h.entrant_id
           join esports.tournaments t on t.id = coalesce(g.tournament_id, e.tournament_id)
           where f.settled_at is null and t.id = any($1) and t.cancelled_at is null and t.finished_at is null group by t.id"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        needs.entry(row.id).or_default().reported = row.reported;
    }
    Ok(())
}

/// The progress of a stage.
struct Progress {
    tournament_id: i64,
    last: bool,
    /// Whether its entrants are known, and at least two
    has_field: bool,
    drawn: bool,
    open_matches: bool,
    open_groups: i64,
    /// Number of open groups in which everything is decided
    decided_groups: i64,
    /// Whether its qualifiers are in the next stage
    led_on: bool,
}

impl Progress {
    fn count(&self, needs: &mut TournamentNeeds) {
        if !self.drawn {
            needs.draw += i64::from(self.has_field);
            return;
        }
        needs.groups += self.decided_groups;
        if self.open_matches || self.open_groups > 0 {
            return;
        }
        if self.last {
            needs.finish += 1;
        } else {
            needs.advance += i64::from(!self.led_on);
        }
    }
}

async fn stages(conn: &mut PgConnection, ids: &[i64], now: DateTime<Utc>) -> Result<Vec<Progress>, Problem> {
    Ok(sqlx::query_as!(
        Progress,
        r#"select s.tournament_id, not exists (select from esports.tournament_stages n where n.tournament_id = t.id and n.position > s.position) as "last!",
                  case when s.position = 1
                    then t.joined >= 2 and t.started_at is null and (t.registration_closed_at is not null or t.registration_end_at <= $2)
                    else (select count(*) from esports.stage_entrants q where q.tournament_id = t.id and q.stage = s.position) >= 2
                      and exists (select from esports.stage_entrants q where q.tournament_id = t.id and q.stage = s.position and q.origin is not null)
                  end as "has_field!",
                  d.stage is not null as "drawn!", m.open as "open_matches!",
                  case when s.format = 'bracket' or d.stage is null then 0 else jsonb_array_length(d.arrangement)
                    - (select count(*) from esports.group_closures c where c.tournament_id = t.id and c.stage = s.position) end as "open_groups!",
                  m.decided as "decided_groups!",
                  exists (select from esports.stage_entrants q where q.tournament_id = t.id and q.stage = s.position + 1 and q.origin is not null)
                    or exists (select from esports.draws n where n.tournament_id = t.id and n.stage = s.position + 1 and n.state = 'published') as "led_on!"
           from esports.tournaments t join esports.tournament_stages s on s.tournament_id = t.id
           left join esports.draws d on d.tournament_id = t.id and d.stage = s.position and d.state = 'published'
           cross join lateral (
             select coalesce(bool_or(g.open), d.stage is not null) as open,
                    count(*) filter (where not g.open and g.group_number is not null and not exists
                      (select from esports.group_closures c where c.tournament_id = t.id and c.stage = s.position and c.group_number = g.group_number)) as decided
             from (select m.group_number, bool_or(not m.settled) as open from esports.matches m
                   where d.stage is not null and m.tournament_id = t.id and m.stage = s.position group by m.group_number) g) m
           where t.id = any($1) and t.published_at is not null and t.cancelled_at is null and t.finished_at is null"#,
        ids,
        now
    )
    .fetch_all(conn)
    .await?)
}
