//! Players: the existing IDs and their names.

use super::catalogue::{Game, PlayerId};
use crate::{refusal::Refusal, signature};

const FIRST: [&str; 16] = [
    "Naga",
    "Somtam",
    "มังกร",
    "Lime",
    "Chao",
    "สายฟ้า",
    "Tuktuk",
    "Kinnari",
    "Moo",
    "พยัคฆ์",
    "Siam",
    "Golf",
    "Mint",
    "เสือ",
    "Nong",
    "Ruby",
];
const SECOND: [&str; 16] = [
    "Slayer",
    "Kung",
    "น้อย",
    "XTH",
    "Bkk",
    "จอมเวท",
    "Hunter",
    "99",
    "Prime",
    "Zaap",
    "Queen",
    "ฟ้า",
    "Gank",
    "King",
    "Star",
    "Ninja",
];

/// Returns the display name of this player; always the same for the same ID.
pub fn display_name(game: &Game, id: &str) -> Result<String, Refusal> {
    let unknown = || Refusal::new(422, "player_unknown", "no player of this ID");
    let length = id.chars().count();
    if !(4..=32).contains(&length) || id.ends_with("0000") {
        return Err(unknown());
    }
    let fits = match game.player_id {
        PlayerId::None => false,
        PlayerId::Digits => id.bytes().all(|byte| byte.is_ascii_digit()),
        PlayerId::Name => id.chars().all(|c| c.is_alphanumeric() || "-_#. ".contains(c)),
    };
    if !fits {
        return Err(unknown());
    }
    let bytes = signature::derive(game.code.as_bytes(), id);
    let first = FIRST[usize::from(bytes[0] % 16)];
    let second = SECOND[usize::from(bytes[1] % 16)];
    Ok(format!("{first}{second}{:02}", bytes[2] % 100))
}

/// Reasons why a player may not receive top-ups, by the last digit of the ID.
const FORBIDDEN: [&str; 8] = [
    "account_abnormal",
    "minor_or_region",
    "level_too_low",
    "limit_exceeded",
    "region_restricted",
    "active_pass",
    "new_or_guest",
    "other",
];

/// Returns why this player may not receive top-ups: IDs that end in `9901` to `9908`.
pub fn forbidden(id: &str) -> Option<&'static str> {
    reason_after(id, "990")
}

/// Returns the reason that only shows at the delivery: IDs that end in `9911` to `9918`.
pub fn forbidden_meanwhile(id: &str) -> Option<&'static str> {
    reason_after(id, "991")
}

fn reason_after(id: &str, mark: &str) -> Option<&'static str> {
    let (rest, digit) = id.split_at_checked(id.len().checked_sub(1)?)?;
    let place: usize = digit.parse().ok()?;
    FORBIDDEN.get(place.checked_sub(1)?).copied().filter(|_| rest.ends_with(mark))
}

/// Whether the player with this ID is gone by the time of delivery.
pub fn is_closed_meanwhile(id: &str) -> bool {
    id.ends_with("9999")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_digits_say_why_a_player_is_refused() {
        assert_eq!((forbidden("20399901"), forbidden("20399908")), (Some("account_abnormal"), Some("other")));
        assert_eq!(forbidden_meanwhile("20399916"), Some("active_pass"));
        for id in ["", "1", "20399900", "20399909", "20399911", "2039990x", "2039990ก"] {
            assert_eq!(forbidden(id), None, "{id}");
        }
    }
}
