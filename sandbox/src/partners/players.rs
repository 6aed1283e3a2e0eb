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

/// Whether the player with this ID is gone by the time of delivery.
pub fn is_closed_meanwhile(id: &str) -> bool {
    id.ends_with("9999")
}
