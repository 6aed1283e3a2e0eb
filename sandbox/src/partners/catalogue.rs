//! What the partners sell: games, their servers, and the usual sizes.

use super::model::Kind;
use crate::refusal::Refusal;

/// The partners, by code, with the letters their order numbers begin with.
pub const PARTNERS: [(&str, &str); 3] = [("siamplay", "sp_"), ("moonpin", "mp_"), ("voucherhub", "vh_")];

/// How a game's player IDs look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerId {
    /// Letters, digits and a few marks.
    Name,
    Digits,
    /// Vouchers need none.
    None,
}

#[derive(Debug)]
pub struct Game {
    pub code: &'static str,
    pub name: &'static str,
    pub player_id: PlayerId,
    /// ID, name, open.
    pub servers: &'static [(&'static str, &'static str, bool)],
    pub sizes: &'static [u32],
}

impl Game {
    pub fn kind(&self) -> Kind {
        if self.player_id == PlayerId::None { Kind::Voucher } else { Kind::Topup }
    }
}

const ZONES: &[(&str, &str, bool)] =
    &[("s1", "Zone 1", true), ("s2", "Zone 2", true), ("s3", "Zone 3", true), ("s4", "Zone 4", true)];
const REGIONS: &[(&str, &str, bool)] =
    &[("asia", "Asia", true), ("america", "America", true), ("europe", "Europe", true), ("tw-hk-mo", "TW, HK, MO", true)];
const TOWNS: &[(&str, &str, bool)] = &[("prontera", "Prontera", true), ("geffen", "Geffen", false), ("payon", "Payon", true)];

const fn game(
    code: &'static str,
    name: &'static str,
    player_id: PlayerId,
    servers: &'static [(&'static str, &'static str, bool)],
    sizes: &'static [u32],
) -> Game {
    Game { code, name, player_id, servers, sizes }
}

const COINS: &[u32] = &[60, 180, 300, 600, 980, 1280, 1980, 3280, 6480];
const BAHT: &[u32] = &[50, 100, 200, 300, 500, 1000, 2000];

pub static GAMES: [Game; 21] = [
    game("rov", "Arena of Valor", PlayerId::Name, &[], COINS),
    game("free-fire", "Free Fire", PlayerId::Name, &[], COINS),
    game("pubg-mobile", "PUBG Mobile", PlayerId::Name, &[], COINS),
    game("valorant", "Valorant", PlayerId::Name, &[], COINS),
    game("roblox", "Roblox", PlayerId::Name, &[], COINS),
    game("call-of-duty-mobile", "Call of Duty Mobile", PlayerId::Name, &[], COINS),
    game("league-of-legends", "League of Legends", PlayerId::Name, &[], COINS),
    game("fc-mobile", "FC Mobile", PlayerId::Name, &[], COINS),
    game("mobile-legends", "Mobile Legends", PlayerId::Digits, ZONES, COINS),
    game("genshin-impact", "Genshin Impact", PlayerId::Digits, REGIONS, COINS),
    game("honkai-star-rail", "Honkai: Star Rail", PlayerId::Digits, REGIONS, COINS),
    game("zenless-zone-zero", "Zenless Zone Zero", PlayerId::Digits, REGIONS, COINS),
    game("ragnarok-origin", "Ragnarok Origin", PlayerId::Digits, TOWNS, COINS),
    game("steam", "Steam", PlayerId::None, &[], BAHT),
    game("playstation", "PlayStation", PlayerId::None, &[], BAHT),
    game("nintendo", "Nintendo eShop", PlayerId::None, &[], BAHT),
    game("xbox", "Xbox", PlayerId::None, &[], BAHT),
    game("google-play", "Google Play", PlayerId::None, &[], BAHT),
    game("app-store", "App Store", PlayerId::None, &[], BAHT),
    game("riot-gift", "Riot Gift Card", PlayerId::None, &[], BAHT),
    game("roblox-gift", "Roblox Gift Card", PlayerId::None, &[], BAHT),
];

pub fn find(code: &str) -> Result<&'static Game, Refusal> {
    GAMES.iter().find(|game| game.code == code).ok_or_else(|| Refusal::new(404, "game_unknown", format!("no game {code}")))
}

/// What one piece of this SKU costs us, satang.
pub fn cost(game: &Game, sku: &str) -> Result<i64, Refusal> {
    let size = sku
        .strip_prefix(game.code)
        .and_then(|rest| rest.strip_prefix('-'))
        .filter(|size| !size.is_empty() && size.len() <= 32)
        .ok_or_else(|| Refusal::new(422, "sku_unknown", format!("no SKU {sku} of {}", game.code)))?;
    match size {
        "withdrawn" => Err(Refusal::new(409, "product_withdrawn", "this product is withdrawn")),
        "soldout" => Err(Refusal::new(409, "out_of_stock", "this product is sold out")),
        _ => {
            let digits: String = size.chars().filter(char::is_ascii_digit).take(6).collect();
            let size: i64 = digits.parse().unwrap_or(100);
            // Vouchers are named by their value in baht, top-ups by coins of about 0.28 baht.
            let satang = if game.kind() == Kind::Voucher { size * 96 } else { size * 28 };
            Ok(satang.max(500))
        }
    }
}

/// The server of an order or a validation, checked against the game's.
pub fn check_server(game: &Game, server: Option<&str>) -> Result<(), Refusal> {
    if game.servers.is_empty() {
        return Ok(());
    }
    let Some(wanted) = server.filter(|server| !server.is_empty()) else {
        return Err(Refusal::new(422, "server_required", "this game needs a server"));
    };
    match game.servers.iter().find(|(id, _, _)| *id == wanted) {
        None => Err(Refusal::new(422, "server_unknown", format!("no server {wanted}"))),
        Some((_, _, false)) => Err(Refusal::new(409, "server_closed", "this server is closed")),
        Some(_) => Ok(()),
    }
}
