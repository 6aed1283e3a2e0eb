//! A tournament whose entries are closed, ready to be drawn.

use anyhow::Result;
use sqlx::PgPool;

/// A tournament of the sandbox's promoter with so many teams, and so many players in each, the first their captain; `stage` is its only
/// stage, as in the form.
pub async fn tournament(db: &PgPool, name: &str, (entrants, players): (usize, usize), stage: &serde_json::Value) -> Result<i64> {
    let id: i64 = sqlx::query_scalar(
        "insert into esports.tournaments (promoter_id, form, name_th, name_en, game_id, category, contestant_type, join_mode, format, main_players, max_substitutes,
           documents, prize_baht, registration_start_at, registration_end_at, draw_at, start_at, end_at, published_at, first_entry_at, created_at, updated_at,
           capacity, phase, joined)
         select promoter_id, form || jsonb_build_object('stages', jsonb_build_array($3::jsonb)), $1, $1, game_id, 'Open', contestant_type, 'auto', $3 ->> 'format', $4, 0,
           '{}', 0, now() - interval '9 days', now() - interval '1 hour', now(), now(), now() + interval '9 days', now() - interval '9 days', now(), now(), now(),
           greatest($2, 2), 'draw', $2
         from esports.tournaments where promoter_id = (select id from people.users where email = 'promoter@manao.example') and contestant_type = 'team'
           and published_at is not null order by id limit 1 returning id",
    )
    .bind(name)
    .bind(i32::try_from(entrants)?)
    .bind(stage)
    .bind(i32::try_from(players)?)
    .fetch_one(db)
    .await?;
    sqlx::query(
        "insert into esports.tournament_stages (tournament_id, position, format, settings) values ($1, 1, $2 ->> 'format', $2)",
    )
    .bind(id)
    .bind(stage)
    .execute(db)
    .await?;
    sqlx::query(
        "with made as (
           insert into esports.teams (name, short_name, name_key, created_at)
           select $1 || ' ' || number, 'T' || number, $1 || '#' || number, now() from generate_series(1, $3) as number returning id, name, short_name),
         people as (
           insert into people.users (display_name, email, email_verified_at, created_at)
           select name || '-' || player, (replace(name, ' ', '-') || '-' || player || '@cup.manao.example')::citext, now(), now()
           from made, generate_series(1, $4) as player returning id, display_name),
         seats as (
           select p.id as user_id, m.id as team_id, m.name, player, p.display_name
           from made m cross join generate_series(1, $4) as player join people p on p.display_name = m.name || '-' || player),
         members as (
           insert into esports.team_members (user_id, team_id, role, joined_at)
           select user_id, team_id, case when player = 1 then 'captain' else 'member' end, now() from seats),
         entries as (
           insert into esports.entrants (tournament_id, team_id, status, name, short_name, submitted_at, created_at, updated_at, told_version)
           select $2, id, 'join', name, short_name, now(), now(), now(), 1 from made returning id, team_id)
         insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, game_id, display_name)
         select e.id, $2, s.user_id, 'main', s.player, '2' || lpad(s.user_id::text, 7, '0'), s.display_name
         from entries e join seats s on s.team_id = e.team_id",
    )
    .bind(name)
    .bind(id)
    .bind(i32::try_from(entrants)?)
    .bind(i32::try_from(players)?)
    .execute(db)
    .await?;
    sqlx::query("analyze").execute(db).await?;
    Ok(id)
}
