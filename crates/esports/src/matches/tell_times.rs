//! Notices about times: to the side that has to answer, and to both sides when a time is fixed.

use chrono::{DateTime, Utc};
use manao_domain::tournament::Reporter;

use super::tell::{acting, staff};
use crate::brackets::MatchSide;
use crate::brackets::room::Room;
use crate::brackets::tell_match::{MatchTold, everybody};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::text::{Text, moment};
use manao_people::inbox::{self, Message, Stream, Subject, SubjectKind};

/// A step of one side about a time that concerns the other.
#[derive(Clone, Copy, Debug)]
pub enum TimeNews {
    /// The proposal's id
    Proposed(i64),
    Declined,
    Withdrawn,
}

/// The way a time was fixed, or that it is near.
#[derive(Clone, Copy, Debug)]
pub enum TimeNotice<'a> {
    Agreed,
    /// The round's default
    Default,
    /// Set by staff, with their reason
    Set(&'a str),
    Soon,
}

/// Notifies those who may act for the other side.
pub async fn other_side(
    change: &mut Change,
    room: &Room,
    side: MatchSide,
    (news, at): (TimeNews, DateTime<Utc>),
) -> Result<(), Problem> {
    let Some(told) = MatchTold::load_complete(change, room.match_id).await? else { return Ok(()) };
    let (entrant_id, by) = match side {
        MatchSide::Home => (room.away_id, &told.home),
        MatchSide::Away => (room.home_id, &told.away),
    };
    let people = acting(change, entrant_id.as_slice(), room.reporter == Reporter::Roster).await?;
    if people.is_empty() {
        return Ok(());
    }
    let when = moment(at);
    let (kind, title, body) = match news {
        TimeNews::Proposed(_) => (
            "match_time_proposed",
            Text::new("คู่แข่งเสนอเวลาแข่ง", "Your opponent proposed a time"),
            Text::new(
                format!("“{by}” เสนอแข่ง {} กรุณาตอบในห้องแข่ง", when.th),
                format!("“{by}” would like to play on {}. Please answer in the match room.", when.en),
            ),
        ),
        TimeNews::Declined => (
            "match_time_declined",
            Text::new("คู่แข่งปฏิเสธเวลาที่เสนอ", "Your opponent declined the time"),
            Text::new(
                format!("“{by}” ปฏิเสธ {} เสนอเวลาอื่นได้ในห้องแข่ง", when.th),
                format!("“{by}” declined {}. You can propose another time in the match room.", when.en),
            ),
        ),
        TimeNews::Withdrawn => (
            "match_time_withdrawn",
            Text::new("คู่แข่งถอนข้อเสนอเวลา", "Your opponent withdrew a proposal"),
            Text::new(format!("“{by}” ถอนข้อเสนอ {} แล้ว", when.th), format!("“{by}” withdrew the proposal of {}.", when.en)),
        ),
    };
    let mut message = told.written(kind, title, &body);
    if let TimeNews::Proposed(id) = news {
        message.subject = Some(Subject::new(SubjectKind::Proposal, id));
    }
    inbox::write_to_many(change, &people, &message).await
}

/// Notifies both sides that nobody answered in time.
pub async fn expired(change: &mut Change, room: &Room, at: DateTime<Utc>) -> Result<(), Problem> {
    let Some(told) = MatchTold::load_complete(change, room.match_id).await? else { return Ok(()) };
    let sides: Vec<i64> = room.home_id.into_iter().chain(room.away_id).collect();
    let people = acting(change, &sides, false).await?;
    if people.is_empty() {
        return Ok(());
    }
    let when = moment(at);
    let message = told.written(
        "match_time_expired",
        Text::new("ข้อเสนอเวลาหมดอายุ", "A proposed time has expired"),
        &Text::new(format!("ไม่มีใครตอบข้อเสนอ {}", when.th), format!("Nobody answered the proposal of {}.", when.en)),
    );
    inbox::write_to_many(change, &people, &message).await
}

/// Notifies both sides and staff that a time set earlier cannot be kept. It was set before both sides were known.
pub async fn fell(change: &mut Change, room: &Room, at: DateTime<Utc>) -> Result<(), Problem> {
    let Some(told) = MatchTold::load_complete(change, room.match_id).await? else { return Ok(()) };
    let mut people = everybody(change, room.match_id).await?;
    people.extend(staff(change, room.tournament_id).await?);
    people.sort_unstable();
    people.dedup();
    let (home, away, when) = (&told.home, &told.away, moment(at));
    let message = told.written(
        "match_time_fell",
        Text::new("เวลาแข่งที่กำหนดไว้ใช้ไม่ได้", "The time that was set cannot be kept"),
        &Text::new(
            format!("“{home}” พบ “{away}” {} ชนกับแมตช์อื่นของผู้เล่น ตกลงเวลาใหม่ในห้องแข่ง หรือให้ผู้จัดการแข่งขันกำหนด", when.th),
            format!(
                "“{home}” against “{away}” on {}: somebody has another match then. Agree on a time in the match room, or the organizer sets one.",
                when.en
            ),
        ),
    );
    inbox::write_to_many(change, &people, &message).await
}

/// Notifies everybody of both sides.
pub async fn fixed(change: &mut Change, match_id: i64, at: DateTime<Utc>, how: TimeNotice<'_>) -> Result<(), Problem> {
    all_fixed(change, &[(match_id, at)], how).await
}

/// Does the same for many matches, in one batch, so that nobody's badge is locked twice.
pub async fn all_fixed(change: &mut Change, matches: &[(i64, DateTime<Utc>)], how: TimeNotice<'_>) -> Result<(), Problem> {
    let mut messages: Vec<(i64, Message)> = Vec::new();
    for (match_id, at) in matches {
        let Some(told) = MatchTold::load_complete(change, *match_id).await? else { continue };
        let message = message(&told, *at, how);
        messages.extend(everybody(change, *match_id).await?.into_iter().map(|user_id| (user_id, message.clone())));
    }
    if messages.is_empty() {
        return Ok(());
    }
    messages.sort_by_key(|(user_id, _)| *user_id);
    messages.dedup_by_key(|(user_id, _)| *user_id);
    inbox::write_each(change, Stream::Esports, &messages).await
}

fn message(told: &MatchTold, at: DateTime<Utc>, how: TimeNotice<'_>) -> Message {
    let (home, away, when) = (&told.home, &told.away, moment(at));
    let pair_th = format!("“{home}” พบ “{away}” {}", when.th);
    let pair_en = format!("“{home}” against “{away}” on {}.", when.en);
    let (kind, title, body) = match how {
        TimeNotice::Agreed => {
            ("match_time_agreed", Text::new("นัดเวลาแข่งแล้ว", "Your match has a time"), Text::new(pair_th, pair_en))
        }
        TimeNotice::Default => (
            "match_time_default",
            Text::new("ใช้เวลาเริ่มต้นของรอบ", "The round's default time applies"),
            Text::new(format!("{pair_th} เพราะยังไม่ได้ตกลงเวลากัน"), format!("{pair_en} No other time was agreed.")),
        ),
        TimeNotice::Set(reason) => (
            "match_time_set",
            Text::new("ผู้จัดการแข่งขันกำหนดเวลาแข่ง", "Your match was given a time"),
            Text::new(format!("{pair_th} เหตุผล: {reason}"), format!("{pair_en} Reason: {reason}")),
        ),
        TimeNotice::Soon => ("match_soon", Text::new("ใกล้ถึงเวลาแข่ง", "Your match starts soon"), Text::new(pair_th, pair_en)),
    };
    told.written(kind, title, &body)
}
