//! The tables that a crate's statements name. The compiler checks which crates it may use; this test reads their SQL.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// Every owner, and the owners whose tables its statements may also read.
const OWNERS: [(&str, &[&str]); 5] = [
    ("kernel", &[]),
    ("people", &["kernel"]),
    ("content", &["kernel", "people"]),
    ("shop", &["kernel", "people"]),
    ("esports", &["kernel", "people"]),
];

/// Tables and functions of `people` that other crates may use.
const OFFERED: [&str; 7] = [
    "people.documents",
    "people.email_identity",
    "people.kyc_numbers",
    "people.organizations",
    "people.profiles",
    "people.terms_acceptances",
    "people.users",
];

pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Collects the strings of a source, without its attributes and comments.
fn strings(tokens: TokenStream, found: &mut Vec<String>) {
    let mut attribute = false;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => attribute = punct.as_char() == '#' || attribute && punct.as_char() == '!',
            TokenTree::Group(group) => {
                if !std::mem::take(&mut attribute) {
                    strings(group.stream(), found);
                }
            }
            TokenTree::Literal(literal) => found.extend(Some(literal.to_string()).filter(|text| is_sql(text))),
            TokenTree::Ident(_) => {}
        }
    }
}

/// Whether it is a statement or a part of one; hosts are called `shop.example` too.
fn is_sql(text: &str) -> bool {
    ["select", "insert into", "update", "delete from", "join", "from"].iter().any(|word| text.contains(word))
}

fn is_word(character: char) -> bool {
    character.is_ascii_lowercase() || character.is_ascii_digit() || character == '_'
}

/// Finds `schema.name`, wherever a statement names one, with the words before it.
fn named(sql: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    OWNERS.iter().flat_map(move |(schema, _)| {
        sql.match_indices(schema).filter_map(move |(at, _)| {
            let name = sql[at + schema.len()..].strip_prefix('.')?;
            let name = &name[..name.find(|character| !is_word(character)).unwrap_or(name.len())];
            let begins = !sql[..at].ends_with(|character| is_word(character) || character == '.' || character == '@');
            (begins && !name.is_empty()).then_some((&sql[..at], *schema, name))
        })
    })
}

#[test]
fn a_crate_reads_what_it_may_and_writes_its_own_tables() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut tables: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut wrong, mut offered) = (Vec::new(), BTreeSet::new());
    for (owner, others) in OWNERS {
        let mut paths = Vec::new();
        sources(&crates.join(owner).join("src"), &mut paths);
        for path in paths {
            let file = path.strip_prefix(&crates).unwrap().to_str().unwrap();
            let mut literals = Vec::new();
            strings(std::fs::read_to_string(&path).unwrap().parse().unwrap(), &mut literals);
            for (before, schema, name) in literals.iter().flat_map(|literal| named(literal)) {
                *tables.entry(owner).or_default() += 1;
                let written =
                    ["insert into ", "update ", "delete from ", "truncate "].iter().any(|words| before.ends_with(words));
                let table = format!("{schema}.{name}");
                if schema == owner {
                    continue;
                } else if written || !others.contains(&schema) || schema == "people" && !OFFERED.contains(&&*table) {
                    wrong.push(format!("{file}: {table}"));
                } else if schema == "people" {
                    offered.insert(table);
                }
            }
        }
    }
    assert!(tables.values().all(|count| *count > 5) && tables["esports"] > 500, "{tables:?}");
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(offered, OFFERED.map(str::to_owned).into(), "offered, and read by nobody");
}

/// Whether a module holds handlers, by its name.
fn is_http(module: &str) -> bool {
    module == "http" || module.starts_with("http_") || module.ends_with("_http")
}

#[test]
fn no_action_imports_handlers() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut paths = Vec::new();
    sources(&crates, &mut paths);
    let (mut actions, mut wrong) = (0, Vec::new());
    for path in paths.iter().filter(|path| !path.ends_with("mod.rs")) {
        let source = std::fs::read_to_string(path).unwrap();
        if source.contains("utoipa::path") {
            continue;
        }
        actions += 1;
        let imports = source.split("\nuse super::").skip(1).filter_map(|rest| rest.split(';').next());
        let words = imports.flat_map(|import| import.split(|character| !is_word(character)));
        wrong.extend(words.filter(|word| is_http(word)).map(|_| path.strip_prefix(&crates).unwrap().to_owned()));
    }
    assert!(actions > 200, "{actions} actions");
    assert_eq!(wrong, Vec::<PathBuf>::new());
}
