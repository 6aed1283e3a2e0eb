//! Collects the web's GraphQL documents, so that the server sends the very same queries for a page's first data.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let features = root.join("../../web/src/features");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../migrations");
    let mut documents = Vec::new();
    collect(&features, &mut documents);
    documents.sort();
    let mut code = String::from("&[\n");
    for path in documents {
        println!("cargo::rerun-if-changed={}", path.display());
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if let Some(name) = operation(&text) {
            let _ = writeln!(code, "    ({name:?}, include_str!({:?})),", path.display().to_string());
        }
    }
    code.push_str("]\n");
    let target = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("documents.rs");
    assert!(std::fs::write(&target, code).is_ok(), "cannot write {}", target.display());
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    // Files may appear in it; while it is not there, cargo checks at every build.
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "graphql") {
            found.push(path);
        }
    }
}

/// Returns the name of the first operation: `query Home {…`.
fn operation(text: &str) -> Option<&str> {
    let rest = text.split("query ").nth(1)?.trim_start();
    let end = rest.find(|character: char| !character.is_alphanumeric() && character != '_')?;
    (end > 0).then(|| &rest[..end])
}
