//! Tournaments that a user entered, alone or with a team.

use std::collections::HashMap;

use manao_domain::registration::EntrantStatus;

use super::mine::{self, EntryDates};
use super::view::{JoinedEntry, JoinedTournament};
use crate::tournaments::{self, TournamentCard};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::Problem;

/// Returns the tournaments, the newest entry first.
pub async fn list(app: &App, user_id: i64, paging: Paging) -> Result<Page<JoinedTournament>, Problem> {
    let mut conn = app.db.acquire().await?;
    let rows = sqlx::query!(
        r#"with entered as (
             select distinct on (e.tournament_id) e.id, e.tournament_id, e.status, e.name, e.submitted_at, e.waiting_since,
                    t.draw_at, t.bracket_published_at is not null as drawn
             from esports.entrants e join esports.tournaments t on t.id = e.tournament_id
             where e.id in (select entrant_id from esports.entrant_players where user_id = $1 and left_at is null
                            union select id from esports.entrants where user_id = $1
                            union select s.id from esports.entrants s join esports.team_members m on m.team_id = s.team_id where m.user_id = $1)
             order by e.tournament_id, e.active desc, e.id desc)
           select id, tournament_id, status as "status: EntrantStatus", name, submitted_at is not null as "sent!",
                  case when status = 'waitlist' then (select count(*) from esports.entrants w where w.tournament_id = entered.tournament_id
                    and w.status = 'waitlist' and (w.waiting_since, w.id) <= (entered.waiting_since, entered.id)) end as place,
                  draw_at as "draw_at!", drawn as "drawn!", count(*) over () as "total!"
           from entered order by id desc limit $2 offset $3"#,
        user_id,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let ids: Vec<i64> = rows.iter().map(|row| row.tournament_id).collect();
    let cards = tournaments::cards(&mut conn, &ids, app.now()).await?;
    let mut cards: HashMap<i64, TournamentCard> = cards.into_iter().map(|card| (card.id, card)).collect();
    let items = rows.into_iter().filter_map(|row| {
        let tournament = cards.remove(&row.tournament_id)?;
        let stands = EntryDates {
            phase: tournament.phase,
            registration_end_at: tournament.registration_end_at,
            draw_at: row.draw_at,
            start_at: tournament.start_at,
            drawn: row.drawn,
        };
        Some(JoinedTournament {
            next: mine::next(&stands, (row.status, row.sent)),
            tournament,
            entry: JoinedEntry { id: row.id, status: row.status, name: row.name, place: row.place },
        })
    });
    Ok(Page::new(paging, items.collect(), total))
}
