//! The matches of a tournament, by filter.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::bracket::Part;
use manao_domain::match_time::SETTLE;
use manao_domain::text_enum;
use manao_domain::tournament::Reporter;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::brackets::room_state::{self, MatchNow, Next, OVERDUE, TimeSource};
use crate::brackets::{MatchSide, MatchState};
use crate::things;
use manao_kernel::access::{Member, Role};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchQuery {
    /// Id of the tournament
    pub id: i64,
    /// Number from 1
    #[serde(default)]
    pub stage: Option<i32>,
    #[serde(default)]
    pub round: Option<i32>,
    #[serde(default)]
    pub part: Option<Part>,
    #[serde(default)]
    pub state: Option<MatchState>,
    /// Only matches of the caller or their team
    #[serde(default)]
    pub mine: bool,
    /// Only those of them that wait for the caller's side
    #[serde(default)]
    pub needs_me: bool,
    /// Only matches that wait for staff; returns nothing for others
    #[serde(default)]
    pub stuck: bool,
    #[serde(default = "Paging::first")]
    pub page: u32,
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
}

text_enum! {
    /// The section of the list that a match is in, in the order of the list.
    #[derive(ToSchema)]
    MatchSection {
        /// Being played, or waiting for its result
        Live = "live",
        /// Upcoming, with a time
        Timed = "timed",
        /// Both sides are known, but no time
        Untimed = "untimed",
        /// A side comes from an earlier match
        Waiting = "waiting",
        Over = "over",
    }
}

text_enum! {
    #[derive(ToSchema)]
    SideSourceKind {
        Winner = "winner",
        Loser = "loser",
    }
}

/// The match that a side comes from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SideSource {
    pub kind: SideSourceKind,
    /// Running number of that match
    pub label: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedMatch {
    pub id: i64,
    pub stage: i32,
    pub part: Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<i32>,
    /// Number from 1
    pub round: i32,
    /// Number of rounds of this part of the stage
    pub rounds: i32,
    /// Number of matches drawn for this round, including byes; in groups, for its group
    pub drawn: i64,
    /// For double elimination: the last match belongs to another part
    pub double_elimination: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub best_of: i32,
    pub state: MatchState,
    pub section: MatchSection,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduled_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_source: Option<TimeSource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<ListedSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<ListedSide>,
    /// Source of the side, while it is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_from: Option<SideSource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_from: Option<SideSource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<MatchSide>,
    /// The step expected of the viewer
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Next>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedSide {
    pub contestant_id: i64,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
}

/// The viewer's relation to the tournament.
struct Reader {
    staff: bool,
    /// The entrants of which the viewer is a part
    entrants: Vec<i64>,
}

/// Returns the published matches of two sides without byes, by section and then by time; those that are over newest first.
///
/// # Errors
/// 404 `tournament_not_found`.
pub async fn list(app: &App, member: Option<&Member>, query: &MatchQuery) -> Result<Page<ListedMatch>, Problem> {
    let mut conn = app.db.acquire().await?;
    let tournament = sqlx::query!(
        r#"select reporter as "reporter: Reporter",
                  cancelled_at is not null or finished_at is not null as "over!" from esports.tournaments where id = $1 and published_at is not null"#,
        query.id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::tournament_not_found)?;
    let paging = Paging::new(query.page, query.per_page);
    if tournament.over && (query.needs_me || query.stuck) {
        // No match waits for anybody any more.
        return Ok(Page::new(paging, Vec::new(), 0));
    }
    let reader = reader(&mut conn, member, query.id).await?;
    let reporter = tournament.reporter;
    let acts =
        if query.needs_me { acting(&mut conn, member, &reader.entrants, reporter).await? } else { reader.entrants.clone() };
    let own = (query.mine || query.needs_me).then_some(acts);
    let (now, state) = (app.now(), query.state.map(MatchState::as_str));
    let rows = sqlx::query!(
        r#"with rounds as (
             select stage, part, group_number, round, count(*) as drawn, max(round) over (partition by stage, part) as rounds,
                    bool_or(part in ('losers', 'final')) over (partition by stage) as double_elimination
             from esports.matches where tournament_id = $1 group by stage, part, group_number, round),
           sections as (
             select id, case when running then 'live'
                             when settled then 'over'
                             when not upcoming then 'waiting'
                             when scheduled_at is not null then 'timed'
                             else 'untimed' end as section,
                    case when left(home_slot, 1) in ('w', 'l') then substring(home_slot from 2)::bigint end as home_at,
                    case when left(away_slot, 1) in ('w', 'l') then substring(away_slot from 2)::bigint end as away_at
             from esports.matches where tournament_id = $1)
           select m.id, m.stage, m.part as "part: Part", m.group_number, m.round, r.rounds as "rounds!", r.drawn as "drawn!",
                  r.double_elimination as "double_elimination!", m.label, m.best_of, m.state as "state: MatchState",
                  s.section as "section!: MatchSection", m.decided_at, left(m.home_slot, 1) as home_kind, left(m.away_slot, 1) as away_kind,
                  (select f.label from esports.matches f where f.tournament_id = m.tournament_id and f.stage = m.stage and f.position = s.home_at) as home_label,
                  (select f.label from esports.matches f where f.tournament_id = m.tournament_id and f.stage = m.stage and f.position = s.away_at) as away_label,
                  m.scheduled_at, m.time_source as "time_source: TimeSource", m.home_id, m.away_id, m.home_score, m.away_score,
                  m.winner_side as "winner: MatchSide", count(*) over () as "total!"
           from esports.matches m
           join sections s on s.id = m.id
           join rounds r on r.stage = m.stage and r.part = m.part and r.round = m.round and r.group_number is not distinct from m.group_number
           left join esports.match_rounds w on w.tournament_id = m.tournament_id and w.stage = m.stage and w.part = m.part and w.round = m.round and not m.extra
           where m.tournament_id = $1 and m.home_slot is not null and m.listed
             and ($2::int is null or m.stage = $2) and ($3::int is null or m.round = $3) and ($4::text is null or m.part = $4)
             and ($5::text is null or m.state = $5)
             and ($6::bigint[] is null or m.home_id = any($6) or m.away_id = any($6))
             and (not $7 or m.state = 'playing'
                  or m.state = 'ready' and not exists (select from esports.match_proposals p where p.match_id = m.id and p.state = 'open')
                  or m.upcoming and exists (select from esports.match_proposals p where p.match_id = m.id and p.state = 'open'
                     and case p.side when 'home' then m.away_id else m.home_id end = any($6))
                  or m.state = 'submitted' and exists (select from esports.match_reports r where r.match_id = m.id and r.void_at is null
                     and case r.side when 'home' then m.away_id else m.home_id end = any($6)))
             and (not $8 or $9 and (m.state = 'disputed'
                  or m.state = 'submitted' and exists (select from esports.match_reports r where r.match_id = m.id and r.void_at is null and r.kind = 'no_show')
                  or m.state = 'ready' and (w.default_at is null or w.default_at <= $10)
                  or m.state = 'playing' and m.ends_at <= $11))
           order by array_position(array['live', 'timed', 'untimed', 'waiting', 'over'], s.section),
                    case when s.section = 'over' then m.decided_at end desc nulls last, m.scheduled_at nulls last, m.stage, m.position
           limit $12 offset $13"#,
        query.id,
        query.stage,
        query.round,
        query.part.map(Part::as_str),
        state,
        own.as_deref() as Option<&[i64]>,
        query.needs_me,
        query.stuck,
        reader.staff,
        now + SETTLE,
        now - OVERDUE,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let entrants: Vec<i64> = rows.iter().flat_map(|row| [row.home_id, row.away_id]).flatten().collect();
    let sides = sides(&mut conn, &entrants).await?;
    let side = |id: Option<i64>| id.and_then(|id| sides.get(&id).cloned());
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let nows =
        if reader.staff || !reader.entrants.is_empty() { room_state::load(&mut conn, &ids, now).await? } else { Vec::new() };
    let nows: HashMap<i64, MatchNow> = nows.into_iter().map(|now| (now.match_id, now)).collect();
    let items = rows.into_iter().map(|row| ListedMatch {
        id: row.id,
        stage: row.stage,
        part: row.part,
        group: row.group_number,
        round: row.round,
        rounds: row.rounds,
        drawn: row.drawn,
        double_elimination: row.double_elimination,
        label: row.label.map(|label| label.to_string()),
        best_of: row.best_of,
        state: row.state,
        section: row.section,
        decided_at: row.decided_at,
        scheduled_at: row.scheduled_at,
        time_source: row.time_source,
        home: side(row.home_id),
        away: side(row.away_id),
        home_from: source(row.home_id, row.home_kind.as_deref(), row.home_label),
        away_from: source(row.away_id, row.away_kind.as_deref(), row.away_label),
        home_score: row.home_score,
        away_score: row.away_score,
        winner: row.winner,
        next: nows.get(&row.id).and_then(|now| reader.next(now)),
    });
    Ok(Page::new(paging, items.collect(), total))
}

fn source(known: Option<i64>, kind: Option<&str>, label: Option<i32>) -> Option<SideSource> {
    let kind = match kind {
        Some("w") => SideSourceKind::Winner,
        Some("l") => SideSourceKind::Loser,
        _ => return None,
    };
    label.filter(|_| known.is_none()).map(|label| SideSource { kind, label: label.to_string() })
}

impl Reader {
    fn next(&self, now: &MatchNow) -> Option<Next> {
        let mine = |id: Option<i64>| id.is_some_and(|id| self.entrants.contains(&id));
        if mine(now.home_id) {
            Some(now.next.home)
        } else if mine(now.away_id) {
            Some(now.next.away)
        } else {
            self.staff.then_some(now.next.staff)
        }
    }
}

async fn reader(conn: &mut PgConnection, member: Option<&Member>, tournament_id: i64) -> Result<Reader, Problem> {
    let Some(member) = member.filter(|member| !member.suspended) else {
        return Ok(Reader { staff: false, entrants: Vec::new() });
    };
    let role = things::over_tournament(&mut *conn, member, Some(tournament_id)).await?;
    let staff = matches!(role, Some(Role::Promoter | Role::CoPromoter | Role::Assistant));
    let entrants = sqlx::query_scalar!(
        r#"select e.id from esports.entrants e where e.tournament_id = $1 and e.user_id = $2
           union
           select e.id from esports.team_members t join esports.entrants e on e.team_id = t.team_id and e.tournament_id = $1
             where t.user_id = $2 and esports.acting_captain(t.team_id) = $2
           union
           select entrant_id from esports.entrant_players where tournament_id = $1 and user_id = $2 and active and left_at is null"#,
        tournament_id,
        member.user_id
    )
    .fetch_all(conn)
    .await?;
    Ok(Reader { staff, entrants: entrants.into_iter().flatten().collect() })
}

/// Returns the entrants that the member may act for.
async fn acting(
    conn: &mut PgConnection,
    member: Option<&Member>,
    entrants: &[i64],
    reporter: Reporter,
) -> Result<Vec<i64>, Problem> {
    let Some(member) = member.filter(|_| reporter == Reporter::Captain) else { return Ok(entrants.to_vec()) };
    Ok(sqlx::query_scalar!(
        "select id from esports.entrants where id = any($1) and case when team_id is null then user_id else esports.acting_captain(team_id) end = $2",
        entrants,
        member.user_id
    )
    .fetch_all(conn)
    .await?)
}

async fn sides(conn: &mut PgConnection, entrants: &[i64]) -> Result<HashMap<i64, ListedSide>, Problem> {
    let rows = sqlx::query!("select id, name, short_name, logo from esports.entrants where id = any($1)", entrants)
        .fetch_all(conn)
        .await?;
    let side = |id, name, short_name, logo| ListedSide { contestant_id: id, name, short_name, logo };
    Ok(rows.into_iter().map(|row| (row.id, side(row.id, row.name, row.short_name, row.logo))).collect())
}
