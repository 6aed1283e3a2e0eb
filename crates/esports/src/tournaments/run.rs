//! The tournaments of a staff member.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::tournament::Phase;
use serde::Serialize;
use utoipa::ToSchema;

use super::card::{TournamentCard, cards};
use super::needs::{TournamentNeeds, needs};
use super::view::TournamentStaffKind;
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunTournament {
    /// Absent for a draft
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<TournamentCard>,
    pub id: i64,
    /// Empty while a draft has none
    pub name: Text,
    pub phase: Phase,
    /// The caller's role
    pub role: TournamentStaffKind,
    pub updated_at: DateTime<Utc>,
    pub needs_you: TournamentNeeds,
}

pub async fn list(app: &App, user_id: i64, paging: Paging) -> Result<Page<RunTournament>, Problem> {
    let mut conn = app.db.acquire().await?;
    let rows = sqlx::query!(
        r#"select t.id, t.form_name_th as draft_th, t.form_name_en as draft_en, t.name_th, t.name_en, t.phase as "phase: Phase",
                  t.updated_at, coalesce(s.role, 'promoter') as "role!: TournamentStaffKind"
           from esports.tournaments t left join esports.tournament_staff s on s.tournament_id = t.id and s.user_id = $1
           where t.promoter_id = $1 or (s.user_id is not null and t.published_at is not null)
           order by t.updated_at desc, t.id desc limit $2 offset $3"#,
        user_id,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from esports.tournaments t left join esports.tournament_staff s on s.tournament_id = t.id and s.user_id = $1
           where t.promoter_id = $1 or (s.user_id is not null and t.published_at is not null)"#,
        user_id
    )
    .fetch_one(&mut *conn)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let cards = cards(&mut conn, &ids, app.now()).await?;
    let mut needs = needs(&mut conn, &ids, app.now()).await?;
    let mut cards: HashMap<i64, TournamentCard> = cards.into_iter().map(|card| (card.id, card)).collect();
    let items = rows.into_iter().map(|row| {
        let (th, en) = (row.draft_th.unwrap_or_default(), row.draft_en.unwrap_or_default());
        let draft =
            if th.is_empty() { Text::new(en.clone(), en) } else { Text::new(th.clone(), if en.is_empty() { th } else { en }) };
        let card = cards.remove(&row.id);
        RunTournament {
            id: row.id,
            name: if card.is_some() { Text::new(row.name_th, row.name_en) } else { draft },
            phase: card.as_ref().map_or(row.phase, |card| card.phase),
            card,
            role: row.role,
            updated_at: row.updated_at,
            needs_you: needs.remove(&row.id).unwrap_or_default(),
        }
    });
    Ok(Page::new(paging, items.collect(), total))
}
