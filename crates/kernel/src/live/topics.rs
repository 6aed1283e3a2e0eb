//! Topics: their names, and the table `topics.json` that says what each means (log or state, who may listen). The hub uses this table, in
//! this process or in its own (`HUB_TOPICS`); see docs/REALTIME.md.

use manao_hub::Topics;
use manao_hub::topic::TopicsError;

/// The table, as the hub reads it.
///
/// # Errors When the table is not valid.
pub fn table() -> Result<Topics, TopicsError> {
    Topics::parse(include_str!("topics.json"))
}

/// All of one person's events; joined automatically after logging in.
pub fn user(id: i64) -> String {
    format!("user:{id}")
}

/// A person's unread counts.
pub fn badge(id: i64) -> String {
    format!("badge:{id}")
}

/// An order's state; needs a grant.
pub fn order(number: &str) -> String {
    format!("order:{number}")
}

/// What changes for those who run a tournament; needs a grant.
pub fn tournament_staff(tournament_id: i64) -> String {
    format!("tournament:{tournament_id}:staff")
}

/// The room of a match, for its sides and for those who run the tournament; needs a grant.
pub fn match_room(id: i64) -> String {
    format!("match:{id}")
}

/// What an entrant and those who run the tournament say to each other; needs a grant.
pub fn entrant(id: i64) -> String {
    format!("entrant:{id}")
}

/// A team's affairs, for its members; needs a grant.
pub fn team(id: i64) -> String {
    format!("team:{id}")
}

/// What is left of a flash sale.
pub fn stock(flash_sale_id: i64) -> String {
    format!("public:stock:{flash_sale_id}")
}

/// How a tournament stands.
pub fn tournament(id: i64) -> String {
    format!("public:phase:{id}")
}

/// Draws and results of a tournament.
pub fn bracket(tournament_id: i64) -> String {
    format!("public:bracket:{tournament_id}")
}

/// For lists of tournaments.
pub const TOURNAMENTS: &str = "public:tournaments";

/// The shop's last deliveries.
pub const DELIVERY: &str = "public:delivery";

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
            super::stock(1),
            super::tournament(1),
            super::bracket(1),
            super::TOURNAMENTS.to_owned(),
            super::DELIVERY.to_owned(),
        ] {
            assert!(table.rules(&topic).is_some(), "{topic}");
        }
    }
}
