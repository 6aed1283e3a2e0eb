//! The desk's table: all entries of a tournament.

use std::collections::BTreeMap;

use manao_domain::registration::EntrantStatus;

use super::players::today;
use super::view::{DeskEntrant, DeskEntrants};
use manao_kernel::app::App;
use manao_kernel::live::topics;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// Returns all entries except drafts, which only their captain sees.
pub async fn list(app: &App, user_id: i64, tournament_id: i64) -> Result<DeskEntrants, Problem> {
    // Read first, so that the version is never newer than the rows.
    let bracket_version = sqlx::query_scalar!("select bracket_version from esports.tournaments where id = $1", tournament_id)
        .fetch_one(&app.db)
        .await?;
    let rows = sqlx::query!(
        r#"with asked as (select t.id, t.main_players, k.kind, k.position
                          from esports.tournaments t left join lateral unnest(t.documents) with ordinality as k (kind, position) on true
                          where t.id = $1),
                roster as (select p.entrant_id, count(*) filter (where p.role = 'main' and p.left_at is null) as players,
                                  case when count(distinct p.academy_id) = 1 and count(p.academy_id) = count(*) then min(p.academy_id) end as academy_id
                           from esports.entrant_players p where p.tournament_id = $1 group by p.entrant_id),
                pips as (select p.entrant_id, string_agg(case when d.checked = 'valid' then 'v' when d.checked = 'invalid' then 'i'
                                                              when d.kind is not null then 'w' else 'm' end, ''
                                                         order by p.role = 'substitute', p.position, a.position) as pips
                         from esports.entrant_players p cross join asked a left join people.profiles f on f.user_id = p.user_id
                         left join esports.entrant_documents d on d.entrant_id = p.entrant_id and d.user_id = p.user_id and d.kind = a.kind
                         where p.tournament_id = $1 and a.kind is not null and p.left_at is null
                           and (a.kind <> 'parental_consent' or f.birthday is null or f.birthday > $2::date - interval '18 years')
                         group by p.entrant_id),
                same as (select distinct entrant_id from (
                           select entrant_id, count(*) over (partition by lower(game_id)) as times from esports.entrant_players
                           where tournament_id = $1 and active and game_id <> '') as named where times > 1),
                waiting as (select id, row_number() over (order by waiting_since, id) as place
                            from esports.entrants where tournament_id = $1 and status = 'waitlist')
           select e.id, e.team_id, e.user_id, e.name, e.short_name, e.logo, o.name_th as "organization_th?", o.name_en as "organization_en?",
                  e.status as "status: EntrantStatus", w.place as "place?", coalesce(r.players, 0) as "players!",
                  (select main_players from esports.tournaments where id = $1) as "required!", coalesce(i.pips, '') as "pips!",
                  e.id in (select entrant_id from same) as "game_id_elsewhere!",
                  array(select s.stage from esports.stage_entrants s where s.entrant_id = e.id order by 1) as "stages!",
                  e.submitted_at, e.updated_at, e.version
           from esports.entrants e left join roster r on r.entrant_id = e.id left join pips i on i.entrant_id = e.id
           left join waiting w on w.id = e.id left join people.organizations o on o.id = r.academy_id
           where e.tournament_id = $1 and e.submitted_at is not null
           order by e.submitted_at, e.id"#,
        tournament_id,
        today(app.now())
    )
    .fetch_all(&app.db)
    .await?;
    let mut counts = BTreeMap::new();
    for row in &rows {
        *counts.entry(row.status).or_default() += 1;
    }
    let items = rows.into_iter().map(|row| DeskEntrant {
        id: row.id,
        team_id: row.team_id,
        user_id: row.user_id,
        name: row.name,
        short_name: row.short_name,
        logo: row.logo,
        organization: row.organization_th.zip(row.organization_en).map(|(th, en)| Text::new(th, en)),
        status: row.status,
        place: row.place,
        players: row.players,
        required: row.required,
        pips: row.pips,
        game_id_elsewhere: row.game_id_elsewhere,
        stages: row.stages,
        submitted_at: row.submitted_at,
        updated_at: row.updated_at,
        version: row.version,
    });
    let live = app.grant(topics::tournament_staff(tournament_id), user_id)?;
    Ok(DeskEntrants { items: items.collect(), counts, bracket_version, live })
}
