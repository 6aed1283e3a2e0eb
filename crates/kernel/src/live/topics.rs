//! Topics: their names, and the table `topics.json` that defines each (log or state, allowed subscribers). The hub uses this table, in this
//! process or in its own (`HUB_TOPICS`); see docs/REALTIME.md.

use manao_hub::Topics;
use manao_hub::topic::TopicsError;

/// Parses the table as the hub does.
///
/// # Errors
///
/// When the table is not valid.
pub fn table() -> Result<Topics, TopicsError> {
    Topics::parse(include_str!("topics.json"))
}

/// Topic of all events of one person; joined automatically after logging in.
pub fn user(id: i64) -> String {
    format!("user:{id}")
}

/// Topic of a person's unread counts.
pub fn badge(id: i64) -> String {
    format!("badge:{id}")
}

/// Topic of an order's state; needs a grant.
pub fn order(number: &str) -> String {
    format!("order:{number}")
}

/// Topic of changes for staff of a tournament; needs a grant.
pub fn tournament_staff(tournament_id: i64) -> String {
    format!("tournament:{tournament_id}:staff")
}

/// Topic of the room of a match, for its sides and for staff of the tournament; needs a grant.
pub fn match_room(id: i64) -> String {
    format!("match:{id}")
}

/// Topic of the messages between an entrant and staff of the tournament; needs a grant.
pub fn entrant(id: i64) -> String {
    format!("entrant:{id}")
}

/// Topic of a team's affairs, for its members; needs a grant.
pub fn team(id: i64) -> String {
    format!("team:{id}")
}

/// Topic of a thread between a member and our staff; needs a grant.
pub fn support_thread(id: i64) -> String {
    format!("support:{id}")
}

/// Topic of all such threads, for our staff; needs a grant.
pub const SUPPORT_STAFF: &str = "support:staff";

/// Topic of the remaining stock of a flash sale.
pub fn stock(flash_sale_id: i64) -> String {
    format!("public:stock:{flash_sale_id}")
}

/// Topic of the line for a flash sale.
pub fn flash_line(flash_sale_id: i64) -> String {
    format!("public:line:{flash_sale_id}")
}

/// Topic of published and changed articles.
pub fn content() -> String {
    "public:content".to_owned()
}

/// Topic of the uses that are left of a coupon. A code has upper-case letters, a topic lower-case ones.
pub fn coupon(code: &str) -> String {
    format!("public:coupon:{}", code.to_ascii_lowercase())
}

/// Topic of a tournament's phase.
pub fn tournament(id: i64) -> String {
    format!("public:phase:{id}")
}

/// Topic of draws and results of a tournament.
pub fn bracket(tournament_id: i64) -> String {
    format!("public:bracket:{tournament_id}")
}

/// Topic of lists of tournaments.
pub const TOURNAMENTS: &str = "public:tournaments";

/// Topic of the shop's last deliveries.
pub const DELIVERY: &str = "public:delivery";

/// Topic of the payment channels: which are open.
pub const CHANNELS: &str = "public:channels";

/// Topic of the shop's opening and display mode.
pub const SHOP: &str = "public:maintenance";

#[cfg(test)]
mod tests {
    #[test]
    fn every_name_is_in_the_table() {
        let table = super::table().unwrap();
        for topic in [
            super::user(1),
            super::badge(1),
            super::order("M1"),
            super::match_room(1),
            super::entrant(1),
            super::team(1),
            super::tournament_staff(1),
            super::support_thread(1),
            super::SUPPORT_STAFF.to_owned(),
            super::stock(1),
            super::flash_line(1),
            super::tournament(1),
            super::bracket(1),
            super::TOURNAMENTS.to_owned(),
            super::DELIVERY.to_owned(),
            super::SHOP.to_owned(),
            super::CHANNELS.to_owned(),
            super::content(),
            super::coupon("LIME10"),
        ] {
            assert!(table.rules(&topic).is_some(), "{topic}");
        }
    }
}
