//! A rule that production does not run is not a rule, so every public item here must have a caller outside tests. Items are matched by name
//! only: one named like another's method may slip through, but none with a caller is reported.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// Returns the code that is compiled into the product. Test modules come at the end of their file, and comments call nothing.
fn product_code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            sources(&path, found);
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|character: char| !character.is_alphanumeric() && character != '_')
}

/// Returns whether a type's own module uses it beyond its definition.
fn is_used_at_home(name: &str, own: &str) -> bool {
    let defines = |line: &str| {
        let line = line.trim_start().trim_start_matches("pub ");
        line.starts_with("impl")
            || line == format!("{name} {{")
            || ["struct", "enum", "type"].iter().any(|word| line.starts_with(word))
    };
    own.lines().any(|line| words(line).any(|word| word == name) && !defines(line))
}

#[test]
fn every_public_item_has_a_caller() {
    let domain = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&domain, &mut paths);
    let modules: Vec<(PathBuf, String)> = paths.into_iter().map(|path| (path.clone(), product_code(&path))).collect();
    let mut outside = Vec::new();
    for folder in ["api/src", "crates"] {
        sources(&domain.join("../..").join(folder), &mut outside);
    }
    let outside: String = outside.iter().map(|path| product_code(path)).collect();
    // The number of files that contain a word; all crates above this one count as one file.
    let mut files: HashMap<&str, usize> = HashMap::new();
    for code in modules.iter().map(|(_, code)| code).chain([&outside]) {
        for word in words(code).collect::<HashSet<_>>() {
            *files.entry(word).or_default() += 1;
        }
    }

    let functions = Regex::new(r"\bpub (?:const )?fn (\w+)|\bpub const (\w+):").unwrap();
    let types = Regex::new(r"\bpub (?:struct|enum|trait|type) (\w+)|text_enum! \{\s*(?:#\[[^\n]*\]\s*)*(\w+) \{").unwrap();
    let mut idle = Vec::new();
    for (path, own) in modules.iter().filter(|(path, _)| !path.ends_with("text_enum.rs")) {
        for (items, is_type) in [(&functions, false), (&types, true)] {
            let names = items.captures_iter(own).filter_map(|item| item.get(1).or(item.get(2))).map(|name| name.as_str());
            let unused = names.filter(|name| files[name] == 1 && !(is_type && is_used_at_home(name, own)));
            idle.extend(unused.map(|name| format!("{}: {name}", path.file_name().unwrap().to_string_lossy())));
        }
    }
    assert!(idle.is_empty(), "public, but called by tests alone or by its own module (then it is private):\n{}", idle.join("\n"));
}
