//! Which module ("room") may depend on which: the only list, enforced by the tests below. A dependency missing from it fails, and so does
//! one that is no longer needed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From a room to those it depends on; the places are for the failure message.
type Arrows = BTreeMap<(String, String), BTreeSet<String>>;

/// Between the rooms of `src`. Nothing depends on those at the top (`server`, `openapi`).
const ROOMS: &[(&str, &[&str])] = &[
    ("access", &["app", "database", "problem", "secret"]),
    ("app", &["clock", "database", "live", "problem", "providers", "settings", "storage"]),
    ("backup", &["command", "settings"]),
    ("command", &["database", "settings"]),
    ("database", &["app", "jobs", "live", "problem"]),
    ("features", &["app", "jobs", "pages", "sealing"]),
    ("idempotency", &["app", "database", "jobs", "problem"]),
    ("jobs", &["app", "lead"]),
    ("lead", &["app"]),
    ("limits", &["app", "clock", "problem", "settings"]),
    ("live", &["app", "jobs", "lead"]),
    ("note", &["problem"]),
    (
        "openapi",
        &[
            "access",
            "features::brackets",
            "features::broadcasts",
            "features::delivery",
            "features::inbox",
            "features::messages",
            "features::orders",
            "features::promoters",
            "features::registration",
            "features::tournaments",
            "features::teams",
            "features::user_log",
            "live",
            "problem",
        ],
    ),
    ("pages", &["app", "problem", "settings"]),
    ("providers", &["app", "clock", "problem", "settings"]),
    ("sealing", &["app", "problem"]),
    (
        "server",
        &[
            "access",
            "app",
            "clock",
            "database",
            "features",
            "features::catalogue",
            "idempotency",
            "jobs",
            "live",
            "openapi",
            "pages",
            "problem",
            "providers",
            "sealing",
            "settings",
            "shared_keys",
            "storage",
        ],
    ),
    ("shared_keys", &["sealing"]),
    ("storage", &["app", "problem", "settings"]),
    ("worker_pool", &["problem"]),
];

/// What every feature may depend on, apart from other features.
const GROUND: &[&str] = &[
    "access",
    "app",
    "clock",
    "database",
    "empty",
    "features",
    "idempotency",
    "jobs",
    "limits",
    "live",
    "note",
    "pages",
    "paging",
    "problem",
    "providers",
    "sealing",
    "secret",
    "settings",
    "shared_keys",
    "storage",
    "text",
    "worker_pool",
];

/// Between features.
const FEATURES: &[(&str, &[&str])] = &[
    ("account", &["inbox", "mail", "otp", "promoters", "teams", "user_log"]),
    ("brackets", &["inbox", "messages", "tournaments"]),
    ("broadcasts", &["brackets", "inbox", "messages"]),
    ("cart", &["buyer"]),
    ("catalogue", &["buyer"]),
    ("coupons", &["buyer", "cart", "user_log"]),
    ("delivery", &["catalogue", "ledger", "orders", "payments", "user_log", "voucher_codes"]),
    ("documents", &["files", "inbox", "user_log"]),
    ("email", &["account", "inbox", "mail", "otp", "user_log"]),
    ("esports_demo", &["brackets", "broadcasts", "files", "matches", "messages"]),
    ("exports", &["tournaments"]),
    ("favorites", &["cart"]),
    ("kyc", &["inbox", "otp", "user_log"]),
    ("mail", &["inbox", "otp"]),
    ("matches", &["brackets", "inbox", "messages", "tournaments"]),
    ("messages", &["files", "inbox"]),
    ("mobile", &["account", "inbox", "otp", "user_log"]),
    ("notices", &["inbox", "mail"]),
    (
        "orders",
        &[
            "buyer",
            "cart",
            "catalogue",
            "coupons",
            "inbox",
            "mail",
            "otp",
            "payment_channels",
            "payments",
            "user_log",
            "voucher_codes",
        ],
    ),
    ("otp", &["mail"]),
    ("partners", &["cart"]),
    ("password", &["account", "inbox", "mail", "otp", "user_log"]),
    ("payment_channels", &["buyer", "cart", "coupons"]),
    ("payments", &["buyer", "delivery", "ledger", "orders", "otp"]),
    ("profile", &["documents", "files", "user_log"]),
    ("promoters", &["inbox", "user_log"]),
    ("registration", &["brackets", "inbox", "teams", "tournaments"]),
    ("stock_alerts", &["inbox"]),
    ("sync", &["account", "profile", "user_log"]),
    ("tournament_form", &["teams"]),
    ("teams", &["files", "inbox", "profile"]),
    ("tournaments", &["files", "inbox", "teams"]),
];

/// Rooms that depend on each other. No new cycles, and none may grow: what is built on them stays outside.
const CIRCLES: &[&[&str]] = &[
    // `App` holds what they need, and is handed to all of them.
    &["app", "database", "jobs", "lead", "live", "providers", "storage"],
];
const FEATURE_CIRCLES: &[&[&str]] = &[
    // An order is paid and delivered, and its state follows from both.
    &["delivery", "orders", "payments"],
    // Codes go by mail, and a mail that cannot be sent takes its code back.
    &["mail", "otp"],
];

#[test]
fn rooms_know_what_the_list_says_and_no_more() {
    let found = found();
    let (mut rooms, mut features) = (Arrows::new(), Arrows::new());
    for ((from, to), places) in found {
        match (from.strip_prefix("features::"), to.strip_prefix("features::")) {
            (Some(from), Some(to)) => features.insert((from.to_owned(), to.to_owned()), places),
            (Some(_), None) if GROUND.contains(&to.as_str()) => None,
            _ => rooms.insert((from, to), places),
        };
    }
    hold("room", ROOMS, &rooms);
    hold("feature", FEATURES, &features);
    assert_eq!(circles(ROOMS), CIRCLES);
    assert_eq!(circles(FEATURES), FEATURE_CIRCLES);
}

fn hold(what: &str, allowed: &[(&str, &[&str])], found: &Arrows) {
    let allowed: BTreeSet<(String, String)> =
        allowed.iter().flat_map(|(from, all)| all.iter().map(|to| ((*from).to_owned(), (*to).to_owned()))).collect();
    for (arrow, places) in found {
        assert!(allowed.contains(arrow), "{what} {} may not know {}: {places:?}", arrow.0, arrow.1);
    }
    for arrow in &allowed {
        assert!(found.contains_key(arrow), "{what} {} does not know {} any more: take it off the list", arrow.0, arrow.1);
    }
}

/// Rooms that reach each other, by name.
fn circles<'a>(allowed: &[(&'a str, &[&'a str])]) -> Vec<Vec<&'a str>> {
    let reach = |from: &'a str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(room) = open.pop() {
            let next = allowed.iter().filter(|(of, _)| *of == room).flat_map(|(_, all)| all.iter().copied());
            open.extend(next.filter(|room| seen.insert(*room)));
        }
        seen
    };
    let reach: BTreeMap<&str, BTreeSet<&str>> = allowed.iter().map(|(room, _)| (*room, reach(room))).collect();
    let circle = |room: &&'a str| -> Vec<&'a str> {
        reach[room].iter().copied().filter(|other| reach.get(other).is_some_and(|all| all.contains(room))).collect()
    };
    reach.keys().map(circle).filter(|circle| circle.len() > 1).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Every arrow in the sources, tests within them left out.
fn found() -> Arrows {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Arrows::new();
    for file in sources(&root) {
        let path = file.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Vec<String> = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        if module.last().is_some_and(|last| last == "mod") {
            module.pop();
        }
        if ["lib", "main", "arrows"].contains(&module[0].as_str()) {
            continue;
        }
        let from = room(&root, &module);
        for path in paths(&fs::read_to_string(&file).unwrap(), &module) {
            let to = room(&root, &path);
            if to != from && !to.is_empty() {
                found.entry((from.clone(), to)).or_default().insert(file.strip_prefix(&root).unwrap().display().to_string());
            }
        }
    }
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The room of a path: `features::orders`, `live`; none for what stands in `lib.rs` itself.
fn room(root: &Path, path: &[String]) -> String {
    let is_module = |name: &str| root.join(name).is_dir() || root.join(format!("{name}.rs")).is_file();
    match path {
        [first, second, ..] if first == "features" && is_module(&format!("features/{second}")) => format!("features::{second}"),
        [first, ..] if is_module(first) => first.clone(),
        _ => String::new(),
    }
}

/// What a file names by `crate::` or `super::`, from the crate's root, as far as it says which room is meant.
fn paths(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut paths = Vec::new();
    for (start, base) in [("crate::", None), ("super::", Some(module))] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|before| before == ':' || before == '$' || before == '_' || before.is_alphanumeric()) {
                continue;
            }
            let mut prefix: Vec<String> = base.map(<[String]>::to_vec).unwrap_or_default();
            let mut rest = &code[at..];
            while let Some(more) = rest.strip_prefix("super::") {
                prefix.pop();
                rest = more;
            }
            tree(rest.strip_prefix("crate::").unwrap_or(rest), &prefix, &mut paths);
        }
    }
    paths
}

/// Reads `a::{b, c::d}` behind a prefix; answers what is left behind it.
fn tree<'a>(text: &'a str, prefix: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            if rest.is_empty() {
                return rest;
            }
            if let Some(rest) = rest.strip_prefix('}') {
                return rest;
            }
            rest = tree(rest, prefix, paths);
        }
    }
    let end = text.find(|character: char| character != '_' && !character.is_alphanumeric()).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let mut path = prefix.to_vec();
    if !name.is_empty() && name != "self" {
        path.push(name.to_owned());
    }
    match rest.strip_prefix("::") {
        Some(rest) => tree(rest, &path, paths),
        None => {
            paths.push(path);
            // `as name`, a glob or whatever else stands before the next one.
            rest.find([',', '}', ';', '\n']).map_or("", |end| &rest[end..])
        }
    }
}

#[test]
fn arrows_are_found_however_they_are_written() {
    let module = ["features", "orders", "create"].map(str::to_owned);
    let text = "use crate::app::App;\nuse crate::features::{catalogue, coupons::{self, store as s}};\nuse super::super::cart;\n\
                // crate::server::no\nfn f() { crate::live::emit(); }\n#[cfg(test)]\nmod tests { use crate::pages::x; }";
    let mut found: Vec<String> = paths(text, &module).into_iter().map(|path| path.join("::")).collect();
    found.sort();
    let expected =
        ["app::App", "features::cart", "features::catalogue", "features::coupons", "features::coupons::store", "live::emit"];
    assert_eq!(found, expected);
}
