//! Access to each call. Every rule of the server has a case, beside the tests of its feature, and every case is a test of its own in one shop
//! that they share. It is tried as a visitor, before verification, before the terms, suspended, as another member, and as a promoter and a
//! captain of something else. It is also tried as staff, and as everyone who has a role over the thing. A call over a thing is made with that
//! thing and with one that does not exist. The expected result follows from the rule.

mod case;
mod check;
mod esports;
mod stage;

#[path = "account/access.rs"]
mod account;
#[path = "brackets/access.rs"]
mod brackets;
#[path = "cart/access.rs"]
mod cart;
#[path = "catalogue/access.rs"]
mod catalogue;
#[path = "content/access.rs"]
mod content;
#[path = "inbox/access.rs"]
mod inbox;
#[path = "matches/access.rs"]
mod matches;
#[path = "messages/access.rs"]
mod messages;
#[path = "mobile/access.rs"]
mod mobile;
#[path = "notices/access.rs"]
mod notices;
#[path = "operator/access.rs"]
mod operator;
#[path = "orders/access.rs"]
mod orders;
#[path = "profile/access.rs"]
mod profile;
#[path = "promoters/access.rs"]
mod promoters;
#[path = "registration/access.rs"]
mod registration;
#[path = "teams/access.rs"]
mod teams;
#[path = "threads/access.rs"]
mod threads;
#[path = "tournaments/access.rs"]
mod tournaments;

use std::path::Path;
use std::sync::LazyLock;

use case::Case;
use manao_api::features;
use manao_kernel::access::Role;
use manao_kernel::access::rules::Rule;

/// The rules of all calls.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| features::rules(&features::all()));

#[test]
fn every_rule_has_a_case_and_every_case_a_rule() {
    let cases: Vec<&Case> = [
        account::CASES,
        brackets::CASES,
        cart::CASES,
        catalogue::CASES,
        content::CASES,
        inbox::CASES,
        matches::CASES,
        messages::CASES,
        mobile::CASES,
        notices::CASES,
        operator::CASES,
        orders::CASES,
        profile::CASES,
        registration::CASES,
        promoters::CASES,
        teams::CASES,
        threads::CASES,
        tournaments::CASES,
    ]
    .concat();
    for rule in RULES.iter() {
        let count = cases.iter().filter(|case| case.is_of(rule)).count();
        assert_eq!(count, 1, "{:?} {} needs one case, in access.rs beside the tests of its feature", rule.verb, rule.path);
    }
    assert_eq!(cases.len(), RULES.len(), "a case has no rule any more");
}

/// The columns of the table in docs/SECURITY.md.
const COLUMNS: [&[&str]; 8] = [
    &["CartItem", "InboxMessage", "Order", "OrderOfCharge", "Session"],
    &["Team"],
    &["MembershipOffer"],
    &["Tournament"],
    &["Entrant"],
    &["Match", "Thread", "Message"],
    &["Document"],
    &["SupportThread"],
];

#[test]
fn the_documented_table_of_roles_is_that_of_the_rules() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/SECURITY.md");
    let page = std::fs::read_to_string(page).unwrap();
    let lines = page.lines().skip_while(|line| *line != "## Rights").skip(1).take_while(|line| !line.starts_with("## "));
    let rows: Vec<Vec<&str>> = lines
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let named: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    assert_eq!(named, Role::ALL.iter().map(|role| role.as_str()).collect::<Vec<_>>());
    for (role, row) in Role::ALL.iter().zip(&rows) {
        assert_eq!(row.len(), 2 + COLUMNS.len(), "{row:?}");
        for (things, told) in COLUMNS.iter().zip(&row[2..]) {
            let may = RULES
                .iter()
                .filter_map(|rule| rule.over)
                .any(|over| things.contains(&over.thing.name) && over.roles.contains(role));
            assert_eq!(may, *told != "–", "what {role} may do over {things:?}: {told:?}");
        }
    }
}
