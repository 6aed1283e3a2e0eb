//! Shows a room to a visitor.

use manao_domain::bracket::Part;
use manao_domain::tournament::Reporter;
use sqlx::PgConnection;

use super::view::{MatchHours, MatchMe, MatchRoom, MatchTournament};
use super::{people, reports};
use crate::brackets::room_state::{self, MatchNow, RuledBy};
use crate::brackets::run::decidable_until;
use crate::brackets::{MatchSide, MatchState};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::live::{Live, topics};
use manao_kernel::problem::{Lang, Problem, codes};

/// # Errors
/// 404 `match_not_found`; 409 `match_of_many` for a heat.
pub async fn room(app: &App, member: Option<&Member>, match_id: i64, lang: Lang) -> Result<MatchRoom, Problem> {
    let mut conn = app.db.acquire().await?;
    let row = sqlx::query!(
        r#"select m.tournament_id, m.stage, (select count(*) from esports.tournament_stages s where s.tournament_id = t.id) as "stages!",
                  m.part as "part: Part", m.group_number, m.round, r.rounds as "rounds!", r.drawn as "drawn!",
                  r.double_elimination as "double_elimination!", m.label, m.best_of, m.extra, m.home_slot,
                  t.name_th as "name_th!", t.name_en as "name_en!", t.logo, g.slug, g.name_th as game_th, g.name_en as game_en, g.hue, g.motif,
                  g.game_minutes, t.confirm_minutes,
                  t.reporter as "reporter: Reporter", t.contact,
                  t.hours_from, t.hours_to,
                  t.show_game_id, t.cancelled_at, t.finished_at,
                  (select h.id from esports.threads h where h.match_id = m.id) as thread_id
           from esports.matches m join esports.tournaments t on t.id = m.tournament_id join esports.esport_games g on g.id = t.game_id
           cross join lateral (
             select max(o.round) filter (where o.part = m.part) as rounds,
                    count(*) filter (where o.part = m.part and o.round = m.round and o.group_number is not distinct from m.group_number) as drawn,
                    bool_or(o.part in ('losers', 'final')) as double_elimination
             from esports.matches o where o.tournament_id = m.tournament_id and o.stage = m.stage) r
           where m.id = $1"#,
        match_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::match_not_found)?;
    if row.home_slot.is_none() {
        return Err(codes::match_of_many.into());
    }
    let me = match member {
        Some(member) => people::me(&mut conn, member, match_id, row.reporter).await?,
        None => MatchMe::default(),
    };
    let inside = member.filter(|_| me.is_inside());
    let now = room_state::load(&mut conn, &[match_id], app.now()).await?.into_iter().next().ok_or(codes::match_not_found)?;
    let now = if inside.is_some() { now } else { now.public(app.now()) };
    let entrants: Vec<i64> = [now.home_id, now.away_id].into_iter().flatten().collect();
    let mut sides = people::sides(&mut conn, &entrants, inside.is_some() || row.show_game_id).await?;
    let mut side = |id: Option<i64>| id.and_then(|id| sides.remove(&id));
    let (home, away) = (side(now.home_id), side(now.away_id));
    let next_match = match own_entrant(&now, me) {
        Some(entrant) if matches!(now.state, MatchState::Decided | MatchState::Bye) => {
            people::next_match(&mut conn, match_id, entrant).await?
        }
        _ => None,
    };
    let ruling_reason = match &now.result {
        Some(result) if inside.is_some() && result.by == RuledBy::Staff => ruling_reason(&mut conn, match_id).await?,
        _ => None,
    };
    let live = match inside {
        Some(member) => app.grant(topics::match_room(match_id), member.user_id)?,
        None => Live::open(topics::bracket(row.tournament_id)),
    };
    Ok(MatchRoom {
        id: match_id,
        tournament: MatchTournament {
            id: row.tournament_id,
            name: lang.pick(row.name_th, row.name_en),
            slug: row.slug,
            game_name: lang.pick(row.game_th, row.game_en),
            hue: row.hue,
            motif: row.motif,
            logo: row.logo,
            decidable_until: decidable_until(row.cancelled_at, row.finished_at),
        },
        stage: row.stage,
        stages: row.stages,
        part: row.part,
        group: row.group_number,
        round: row.round,
        rounds: row.rounds,
        drawn: row.drawn,
        double_elimination: row.double_elimination,
        label: row.label.map(|label| label.to_string()),
        best_of: row.best_of,
        extra: row.extra,
        home,
        away,
        hours: MatchHours { from: row.hours_from, to: row.hours_to },
        game_minutes: row.game_minutes,
        confirm_minutes: row.confirm_minutes,
        reporter: row.reporter,
        contact: row.contact.filter(|_| inside.is_some()),
        reports: reports::seen(&mut conn, &now, me, lang).await?,
        now,
        ruling_reason,
        next_match,
        me,
        thread_id: row.thread_id.filter(|_| inside.is_some()),
        live,
    })
}

fn own_entrant(now: &MatchNow, me: MatchMe) -> Option<i64> {
    match me.side? {
        MatchSide::Home => now.home_id,
        MatchSide::Away => now.away_id,
    }
}

/// Returns the reason that was given with the last decision.
async fn ruling_reason(conn: &mut PgConnection, match_id: i64) -> Result<Option<String>, Problem> {
    let reason =
        sqlx::query_scalar!("select reason from esports.match_results where match_id = $1 order by id desc limit 1", match_id)
            .fetch_optional(conn)
            .await?;
    Ok(reason.flatten().filter(|reason| !reason.is_empty()))
}
