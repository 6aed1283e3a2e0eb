//! Names of topics. What each prefix means (log or state, who may listen) stands in the hub's table.

/// Everything of one person's; joined by itself after signing in.
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

/// What is left of a flash sale.
pub fn stock(flash_sale_id: i64) -> String {
    format!("public:stock:{flash_sale_id}")
}

/// The shop's last deliveries.
pub const DELIVERY: &str = "public:delivery";

#[cfg(test)]
mod tests {
    #[test]
    fn the_hub_knows_every_topic() {
        for topic in [super::user(1), super::badge(1), super::order("M1"), super::stock(1), super::DELIVERY.to_owned()] {
            assert!(manao_hub::topic::rules_of(&topic).is_some(), "{topic}");
        }
    }
}
