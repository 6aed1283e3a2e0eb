//! Reminders: of a player by the captain, and of the captain by a member. Each at most once a day.

use chrono::TimeDelta;

use super::entrant::Entrant;
use super::players;
use super::tell::href;
use crate::tournaments::Row;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

const EVERY: TimeDelta = TimeDelta::days(1);

/// # Errors
/// 404 `team_member_not_found` when it is no player of the entry; 409 `entry_reminder_needless`, `entry_reminder_too_soon`, `entry_over`.
pub async fn player(app: &App, entrant_id: i64, user_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let entrant = Entrant::load(change.conn(), entrant_id).await?;
    if !entrant.status.is_active() {
        return Err(codes::entry_over.into());
    }
    let tournament = Row::load(change.conn(), entrant.tournament_id).await?;
    tournament.standing()?;
    let roster = players::of_entry(change.conn(), &tournament, entrant_id, players::today(now)).await?;
    let player = roster.iter().find(|player| player.person.user_id == user_id).ok_or(codes::team_member_not_found)?;
    if player.lacks.is_empty() {
        return Err(codes::entry_reminder_needless.into());
    }
    let reminded = sqlx::query!(
        "update esports.entrant_players set reminded_at = $3 where entrant_id = $1 and user_id = $2 and (reminded_at is null or reminded_at <= $4)",
        entrant_id,
        user_id,
        now,
        now - EVERY
    )
    .execute(change.conn())
    .await?;
    if reminded.rows_affected() == 0 {
        return Err(codes::entry_reminder_too_soon.into());
    }
    inbox::write(&mut change, user_id, &missing(&tournament, &entrant.name)).await?;
    change.commit().await
}

/// Returns the notice to a player who lacks something.
pub fn missing(tournament: &Row, entrant: &str) -> Message {
    Message {
        stream: Stream::Esports,
        kind: "entry_player_incomplete",
        title: Text::new("ข้อมูลของคุณยังไม่ครบ", "Your details are incomplete"),
        body: Text::new(
            format!("“{entrant}” สมัคร {} โดยมีคุณอยู่ในรายชื่อผู้เล่น กรุณาเพิ่มข้อมูลและเอกสารของคุณให้ครบ", tournament.name.th),
            format!(
                "“{entrant}” entered {} with you as a player. Please complete your details and documents.",
                tournament.name.en
            ),
        ),
        href: Some(href(tournament.id)),
        subject: None,
    }
}

/// # Errors
/// 404 `tournament_not_found`, `team_not_found`; 409 `team_self` to the captain, `entry_exists`, `registration_closed`,
/// `entry_reminder_too_soon`.
pub async fn captain(app: &App, user_id: i64, tournament_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let tournament = Row::load(change.conn(), tournament_id).await?;
    tournament.standing()?;
    if tournament.phase(now) != manao_domain::tournament::Phase::Register {
        return Err(codes::registration_closed.into());
    }
    if tournament.contestant_type == manao_domain::tournament::ContestantType::Single {
        return Err(codes::tournament_entry_refused.into());
    }
    let team = sqlx::query!(
        r#"select m.team_id, t.name, esports.acting_captain(m.team_id) as captain, u.display_name,
                  exists (select from esports.entrants e where e.tournament_id = $2 and e.team_id = m.team_id and e.submitted_at is not null
                          and e.active) as "entered!"
           from esports.team_members m join esports.teams t on t.id = m.team_id join people.users u on u.id = m.user_id where m.user_id = $1"#,
        user_id,
        tournament_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::team_not_found)?;
    if team.entered {
        return Err(codes::entry_exists.into());
    }
    let captain = team.captain.filter(|captain| *captain != user_id).ok_or(codes::team_self)?;
    let reminded = sqlx::query!(
        "insert into esports.captain_reminders (tournament_id, user_id, reminded_at) values ($1, $2, $3)
         on conflict (tournament_id, user_id) do update set reminded_at = excluded.reminded_at where captain_reminders.reminded_at <= $4",
        tournament_id,
        user_id,
        now,
        now - EVERY
    )
    .execute(change.conn())
    .await?;
    if reminded.rows_affected() == 0 {
        return Err(codes::entry_reminder_too_soon.into());
    }
    let message = Message {
        stream: Stream::Esports,
        kind: "captain_asked_to_enter",
        title: Text::new("สมาชิกในทีมอยากลงแข่ง", "Your team wants to enter"),
        body: Text::new(
            format!("{} ชวนกัปตันสมัคร {} ให้ทีม “{}”", team.display_name, tournament.name.th, team.name),
            format!("{} would like you to enter “{}” in {}.", team.display_name, team.name, tournament.name.en),
        ),
        href: Some(href(tournament_id)),
        subject: None,
    };
    inbox::write(&mut change, captain, &message).await?;
    change.commit().await
}
