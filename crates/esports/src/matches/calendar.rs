//! Busy times of both sides, suggested start times, and the match as a calendar file.

use chrono::{DateTime, TimeDelta, Utc};
use icalendar::{Calendar, Component as _, Event, EventLike as _, EventStatus};
use manao_domain::match_time::{self, Hours, Span};
use serde::Serialize;
use utoipa::ToSchema;

use super::busy::{self, MatchBusy};
use super::view::{MatchMe, MatchRoom};
use super::visit;
use crate::brackets::MatchState;
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem, codes};

/// How far ahead other matches are shown.
const AHEAD: TimeDelta = TimeDelta::days(60);

#[derive(Debug, Serialize, ToSchema)]
pub struct MatchCalendar {
    pub busy: Vec<MatchBusy>,
    /// Start times at which everyone is free, at most three
    pub slots: Vec<MatchSlot>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MatchSlot {
    pub at: DateTime<Utc>,
    /// Number of players of both sides without another match then
    pub free: usize,
    pub of: usize,
}

/// # Errors
/// 404 `match_not_found`; 409 `match_of_many`.
pub async fn calendar(app: &App, member: &Member, match_id: i64, lang: Lang) -> Result<MatchCalendar, Problem> {
    let room = visit::room(app, Some(member), match_id, lang).await?;
    let (now, window) = (app.now(), room.now.window);
    let to = window.closes_at.min(now + AHEAD);
    let length = match_time::length(room.best_of, room.game_minutes);
    let mut conn = app.db.acquire().await?;
    let mut busy = busy::busy(&mut conn, match_id, Span { from: now, to: to + length }).await?;
    let spans: Vec<Span> = busy.iter().map(|busy| Span { from: busy.from, to: busy.to }).collect();
    for one in &mut busy {
        tell(one, room.me, lang);
    }
    let hours = Hours { from: room.hours.from, to: room.hours.to };
    let players = [&room.home, &room.away].into_iter().flatten().map(|side| side.players.len()).sum();
    let starts = match_time::suggest((window.opens_at, to), length, hours, &spans, now);
    Ok(MatchCalendar { busy, slots: starts.into_iter().map(|at| MatchSlot { at, free: players, of: players }).collect() })
}

/// Adds the tournament's name, for the busy side itself and for staff of this tournament.
fn tell(busy: &mut MatchBusy, me: MatchMe, lang: Lang) {
    if me.staff.is_some() || me.side == Some(busy.side) {
        let (th, en) = std::mem::take(&mut busy.names);
        busy.what = Some(lang.pick(th, en));
    }
}

/// Returns the match as an iCalendar file.
///
/// # Errors
/// 404 `match_not_found`; 409 `match_no_time`, `match_of_many`.
pub async fn file(app: &App, member: &Member, match_id: i64, lang: Lang) -> Result<String, Problem> {
    let room = visit::room(app, Some(member), match_id, lang).await?;
    let (Some(from), Some(to)) = (room.now.scheduled_at, room.now.ends_at) else { return Err(codes::match_no_time.into()) };
    let url = format!("{}{}/esport/match/{match_id}", app.settings.public_url, lang.prefix());
    let event = Event::new()
        .uid(&format!("match-{match_id}@manao"))
        .timestamp(app.now())
        .sequence(u32::try_from(room.now.version).unwrap_or(u32::MAX))
        .summary(&title(&room, lang))
        .description(&format!("{}\n{url}", room.tournament.name))
        .url(&url)
        .status(if room.now.state == MatchState::Cancelled { EventStatus::Cancelled } else { EventStatus::Confirmed })
        .starts(from)
        .ends(to)
        .done();
    Ok(Calendar::new().push(event).done().to_string())
}

fn title(room: &MatchRoom, lang: Lang) -> String {
    let name = |side: &Option<super::view::RoomSide>| side.as_ref().map(|side| side.name.clone()).unwrap_or_default();
    format!("{} {} {}", name(&room.home), lang.pick("พบ", "vs"), name(&room.away))
}
