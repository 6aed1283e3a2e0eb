//! The partners' catalogue: games, their servers, and the usual sizes.

use super::model::Kind;
use crate::refusal::Refusal;

/// The partners, by code, with the prefix of their order numbers.
pub const PARTNERS: [(&str, &str); 3] = [("siamplay", "sp_"), ("moonpin", "mp_"), ("voucherhub", "vh_")];

/// The form of a game's player IDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerId {
    /// Letters, digits and a few marks.
    Name,
    Digits,
    /// Vouchers need none.
    None,
}

/// The way in which a player's server is given.
#[derive(Debug, Clone, Copy)]
pub enum Servers {
    None,
    /// One of these: ID, name, open.
    Listed(&'static [(&'static str, &'static str, bool)]),
    /// A number of four or five digits that the game shows beside the ID.
    Typed,
}

/// The pattern of a typed server.
pub const TYPED_SERVER: &str = "^[0-9]{4,5}$";

#[derive(Debug)]
pub struct Game {
    pub code: &'static str,
    pub name: &'static str,
    pub player_id: PlayerId,
    pub servers: Servers,
    pub sizes: &'static [u32],
}

impl Game {
    pub fn kind(&self) -> Kind {
        if self.player_id == PlayerId::None { Kind::Voucher } else { Kind::Topup }
    }
}

const NO_SERVERS: Servers = Servers::None;
const REGIONS: Servers = Servers::Listed(&[
    ("asia", "Asia", true),
    ("america", "America", true),
    ("europe", "Europe", true),
    ("tw-hk-mo", "TW, HK, MO", true),
]);
const TOWNS: Servers = Servers::Listed(&[("prontera", "Prontera", true), ("geffen", "Geffen", false), ("payon", "Payon", true)]);

const fn game(code: &'static str, name: &'static str, player_id: PlayerId, servers: Servers, sizes: &'static [u32]) -> Game {
    Game { code, name, player_id, servers, sizes }
}

const COINS: &[u32] = &[60, 180, 300, 600, 980, 1280, 1980, 3280, 6480];
const BAHT: &[u32] = &[50, 100, 200, 300, 500, 1000, 2000];

pub static GAMES: [Game; 21] = [
    game("rov", "Arena of Valor", PlayerId::Name, NO_SERVERS, COINS),
    game("free-fire", "Free Fire", PlayerId::Name, NO_SERVERS, COINS),
    game("pubg-mobile", "PUBG Mobile", PlayerId::Name, NO_SERVERS, COINS),
    game("valorant", "Valorant", PlayerId::Name, NO_SERVERS, COINS),
    game("roblox", "Roblox", PlayerId::Name, NO_SERVERS, COINS),
    game("call-of-duty-mobile", "Call of Duty Mobile", PlayerId::Name, NO_SERVERS, COINS),
    game("league-of-legends", "League of Legends", PlayerId::Name, NO_SERVERS, COINS),
    game("fc-mobile", "FC Mobile", PlayerId::Name, NO_SERVERS, COINS),
    game("mobile-legends", "Mobile Legends", PlayerId::Digits, Servers::Typed, COINS),
    game("genshin-impact", "Genshin Impact", PlayerId::Digits, REGIONS, COINS),
    game("honkai-star-rail", "Honkai: Star Rail", PlayerId::Digits, REGIONS, COINS),
    game("zenless-zone-zero", "Zenless Zone Zero", PlayerId::Digits, REGIONS, COINS),
    game("ragnarok-origin", "Ragnarok Origin", PlayerId::Digits, TOWNS, COINS),
    game("steam", "Steam", PlayerId::None, NO_SERVERS, BAHT),
    game("playstation", "PlayStation", PlayerId::None, NO_SERVERS, BAHT),
    game("nintendo", "Nintendo eShop", PlayerId::None, NO_SERVERS, BAHT),
    game("xbox", "Xbox", PlayerId::None, NO_SERVERS, BAHT),
    game("google-play", "Google Play", PlayerId::None, NO_SERVERS, BAHT),
    game("app-store", "App Store", PlayerId::None, NO_SERVERS, BAHT),
    game("riot-gift", "Riot Gift Card", PlayerId::None, NO_SERVERS, BAHT),
    game("roblox-gift", "Roblox Gift Card", PlayerId::None, NO_SERVERS, BAHT),
];

pub fn find(code: &str) -> Result<&'static Game, Refusal> {
    GAMES.iter().find(|game| game.code == code).ok_or_else(|| Refusal::new(404, "game_unknown", format!("no game {code}")))
}

/// Returns our cost of one piece of this SKU, satang.
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

/// Checks the server of an order or a validation against the game's servers.
pub fn check_server(game: &Game, server: Option<&str>) -> Result<(), Refusal> {
    if matches!(game.servers, Servers::None) {
        return Ok(());
    }
    let Some(wanted) = server.filter(|server| !server.is_empty()) else {
        return Err(Refusal::new(422, "server_required", "this game needs a server"));
    };
    let open = match game.servers {
        Servers::Listed(servers) => servers.iter().find(|(id, _, _)| *id == wanted).map(|(_, _, open)| *open),
        _ => ((4..=5).contains(&wanted.len()) && wanted.bytes().all(|byte| byte.is_ascii_digit())).then_some(true),
    };
    match open {
        None => Err(Refusal::new(422, "server_unknown", format!("no server {wanted}"))),
        Some(false) => Err(Refusal::new(409, "server_closed", "this server is closed")),
        Some(true) => Ok(()),
    }
}
