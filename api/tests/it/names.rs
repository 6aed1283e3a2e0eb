//! Constructors can be found by their names (CONTRIBUTING.md).

use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::owners::sources;

/// Names of constructors that do not say what is built from what, although they read well at the call.
const VAGUE: [&str; 2] = ["of", "read"];

/// Finds functions with a vague name that take no `self` and return `Self`, or are free and called `of`: `name` of each.
fn vague(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            vague(group.stream(), found);
        }
        let (TokenTree::Ident(keyword), Some(TokenTree::Ident(name))) = (token, tokens.get(at + 1)) else { continue };
        let name = name.to_string();
        if *keyword != "fn" || !VAGUE.contains(&name.as_str()) {
            continue;
        }
        let rest = &tokens[at + 2..];
        let Some(arguments) = rest.iter().position(|token| is_group(token, Delimiter::Parenthesis)) else { continue };
        let body = rest.iter().position(|token| is_group(token, Delimiter::Brace)).unwrap_or(rest.len());
        let takes_self = words(&rest[arguments]).iter().any(|word| word == "self");
        let builds_self = rest[arguments + 1..body].iter().any(|token| words(token).iter().any(|word| word == "Self"));
        if !takes_self && (builds_self || name == "of") {
            found.push(name);
        }
    }
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

fn words(token: &TokenTree) -> Vec<String> {
    match token {
        TokenTree::Ident(word) => vec![word.to_string()],
        TokenTree::Group(group) => group.stream().into_iter().flat_map(|token| words(&token)).collect(),
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    }
}

fn vague_in(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    vague(source.parse().expect("Rust"), &mut found);
    found
}

#[test]
fn constructors_are_found_by_their_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in ["crates", "api/src", "domain/src", "hub/src", "sandbox/src", "bench/src"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 400, "{} files", files.len());
    let vague: Vec<(String, Vec<String>)> = files
        .iter()
        .map(|file| (file.strip_prefix(root).unwrap().display().to_string(), vague_in(&std::fs::read_to_string(file).unwrap())))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    assert_eq!(vague, [], "a constructor is new, from_…, parse or load");
}

#[test]
fn the_test_sees_what_it_is_for() {
    let seen =
        "impl A { fn of(a: u8) -> Self { A } async fn read(db: &Db) -> Result<Option<Self>, E> { x } } fn of(a: &App) -> B { B }";
    assert_eq!(vague_in(seen), ["of", "read", "of"]);
    assert_eq!(vague_in("impl A { fn of(&self) -> Self { A } fn new() -> Self { A } } fn read(path: &Path) -> B { B }"), [""; 0]);
}
