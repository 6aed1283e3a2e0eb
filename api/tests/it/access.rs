//! Who may make each call. Every rule of the server has a case, beside the tests of its feature, and every case is a test of its own in one
//! shop that they share: it is tried as a visitor, before verification, before the terms, suspended, as another member, as a promoter and as a captain
//! of something else, as staff, and as everybody who has a role over the thing; where a call is made over somebody's thing, with that thing and
//! with one that is not there. What is expected follows from the rule.

mod case;
mod check;
mod esports;
mod stage;

#[path = "account/access.rs"]
mod account;
#[path = "cart/access.rs"]
mod cart;
#[path = "catalogue/access.rs"]
mod catalogue;
#[path = "inbox/access.rs"]
mod inbox;
#[path = "mobile/access.rs"]
mod mobile;
#[path = "operator/access.rs"]
mod operator;
#[path = "orders/access.rs"]
mod orders;
#[path = "profile/access.rs"]
mod profile;
#[path = "promoters/access.rs"]
mod promoters;
#[path = "teams/access.rs"]
mod teams;
#[path = "tournaments/access.rs"]
mod tournaments;

use case::Case;
use manao_api::access::rules::RULES;

#[test]
fn every_rule_has_a_case_and_every_case_a_rule() {
    let cases: Vec<&Case> = [
        account::CASES,
        cart::CASES,
        catalogue::CASES,
        inbox::CASES,
        mobile::CASES,
        operator::CASES,
        orders::CASES,
        profile::CASES,
        promoters::CASES,
        teams::CASES,
        tournaments::CASES,
    ]
    .concat();
    for rule in RULES {
        let count = cases.iter().filter(|case| case.is_of(rule)).count();
        assert_eq!(count, 1, "{:?} {} needs one case, in access.rs beside the tests of its feature", rule.verb, rule.path);
    }
    assert_eq!(cases.len(), RULES.len(), "a case has no rule any more");
}
