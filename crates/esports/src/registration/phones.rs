//! Whether a player's mobile number is registered to the national ID on file. Both come from the person: the number confirmed for KYC,
//! and the ID card number in the profile.

use super::view::{NumberRegistered, PlayerNumber, PlayerNumbers};
use crate::things;
use manao_kernel::access::{Member, Role};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// # Errors
/// 404 `team_not_found` unless the caller is the team's captain, or staff of a tournament that it entered.
pub async fn of_team(app: &App, member: &Member, team_id: i64, tournament_id: i64) -> Result<PlayerNumbers, Problem> {
    let mut conn = app.db.acquire().await?;
    let over_team = things::over_team(&mut conn, member, Some(team_id), app.now()).await?;
    if over_team != Some(Role::Captain) {
        let role = things::over_tournament(&mut conn, member, Some(tournament_id)).await?;
        let entered = sqlx::query_scalar!(
            r#"select exists (select from esports.entrants where tournament_id = $1 and team_id = $2 and submitted_at is not null
                              and status <> 'withdrawn') as "entered!""#,
            tournament_id,
            team_id
        )
        .fetch_one(&mut *conn)
        .await?;
        if !entered || !matches!(role, Some(Role::Promoter | Role::CoPromoter)) {
            return Err(codes::team_not_found.into());
        }
    }
    // The roster if the team entered, otherwise all members.
    let people = sqlx::query_scalar!(
        r#"with roster as (select p.user_id from esports.entrants e join esports.entrant_players p on p.entrant_id = e.id
                           where e.tournament_id = $1 and e.team_id = $2 and p.active)
           select user_id as "user_id!" from roster
           union all select user_id from esports.team_members where team_id = $2 and not exists (select from roster)"#,
        tournament_id,
        team_id
    )
    .fetch_all(&mut *conn)
    .await?;
    numbers(app, &people).await
}

/// # Errors
/// 404 `tournament_not_found`.
pub async fn mine(app: &App, user_id: i64, tournament_id: i64) -> Result<PlayerNumbers, Problem> {
    let there = sqlx::query!("select id from esports.tournaments where id = $1 and published_at is not null", tournament_id);
    there.fetch_optional(&app.db).await?.ok_or(codes::tournament_not_found)?;
    numbers(app, &[user_id]).await
}

async fn numbers(app: &App, people: &[i64]) -> Result<PlayerNumbers, Problem> {
    let rows = sqlx::query!(
        r#"select u.id, u.display_name, u.picture, p.id_card_sealed is not null as "on_file!",
                  exists (select from people.kyc_numbers k where k.user_id = u.id and k.replaced_at is null) as "confirmed!"
           from people.users u left join people.profiles p on p.user_id = u.id where u.id = any($1) order by u.id"#,
        people
    )
    .fetch_all(&app.db)
    .await?;
    let items = rows.into_iter().map(|row| PlayerNumber {
        user_id: row.id,
        display_name: row.display_name,
        picture: row.picture,
        registered: match (row.confirmed, row.on_file) {
            (true, true) => NumberRegistered::Yes,
            (true, false) => NumberRegistered::Unknown,
            (false, _) => NumberRegistered::No,
        },
    });
    Ok(PlayerNumbers { items: items.collect() })
}
