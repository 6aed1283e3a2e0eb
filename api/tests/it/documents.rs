//! Files, modules and settings that the documents name exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Returns the text between backticks, code blocks left out.
fn quoted(page: &str) -> Vec<String> {
    let prose = page.split("```").step_by(2).collect::<Vec<_>>().join(" ");
    prose.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut documents = vec!["docs/ARCHITECTURE.md".to_owned(), "docs/OPERATIONS.md".to_owned()];
    let adr = std::fs::read_dir(root().join("docs/adr")).unwrap().map(|entry| entry.unwrap().file_name());
    documents.extend(adr.map(|name| format!("docs/adr/{}", name.to_str().unwrap())));
    let (mut checked, mut missing) = (0, BTreeSet::new());
    for document in documents {
        let page = read(&document);
        for name in quoted(&page) {
            let Some(found) = names_something(&name, document.ends_with("ARCHITECTURE.md")) else { continue };
            checked += 1;
            if !found {
                missing.insert(format!("{document}: {name}"));
            }
        }
        // The repository's layout: a line for each thing in the root.
        if let Some(house) = page.split("```").nth(1).filter(|_| document.ends_with("ARCHITECTURE.md")) {
            for name in house.lines().filter_map(|line| line.split_whitespace().next()) {
                if !root().join(name).exists() {
                    missing.insert(format!("{document}: {name}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "named and not there: {missing:#?}");
    assert!(checked > 40, "{checked}");
}

/// Whether a file, folder or module of this name exists; None if it is not such a name. Folders are recognized by a final slash, which only the
/// description of the layout uses.
fn names_something(name: &str, folders: bool) -> Option<bool> {
    let plain = |text: &str| text.chars().all(|character| character.is_ascii_alphanumeric() || "_-./:".contains(character));
    if !plain(name) || name.starts_with('/') {
        return None;
    }
    const CRATES: [&str; 4] = ["kernel", "people", "shop", "esports"];
    let places = ["", "api", "api/src", "web", "web/src", "docs", "hub/src"].map(str::to_owned);
    let places: Vec<String> = places.into_iter().chain(CRATES.map(|name| format!("crates/{name}/src"))).collect();
    // A bare name may be a file of any feature.
    let somewhere = |path: &str| {
        !path.contains('/')
            && ["api/src", "crates", "web/src"].iter().any(|folder| files(folder).any(|file| file.ends_with(path)))
    };
    let exists = |path: &str| places.iter().any(|place| root().join(place).join(path).exists()) || somewhere(path);
    if let Some((first, rest)) = name.split_once("::") {
        let module = rest.split("::").next().unwrap_or_default();
        let file = match first {
            "domain" => format!("domain/src/{module}.rs"),
            feature => {
                let folder =
                    CRATES.iter().map(|name| format!("crates/{name}/src/{feature}")).find(|path| root().join(path).exists())?;
                format!("{folder}/{module}.rs")
            }
        };
        // A function is in the named module, or in the feature's own.
        let last = rest.split("::").last().unwrap_or_default();
        let names_it = |path: &Path| {
            let text = std::fs::read_to_string(root().join(path)).unwrap_or_default();
            last == module || text.contains(&format!("fn {last}")) || text.contains(&format!("struct {last}"))
        };
        let parent = Path::new(&file).with_file_name("mod.rs");
        let of_feature = std::fs::read_to_string(root().join(&parent)).is_ok_and(|text| text.contains(last));
        return Some(exists(&file) && names_it(Path::new(&file)) || of_feature);
    }
    let file = [".rs", ".ts", ".tsx", ".yml"].iter().any(|ending| name.ends_with(ending) && name.len() > ending.len());
    (file || folders && name.contains('/') && !name.contains(':')).then(|| exists(name))
}

/// Returns every file in a folder and those below it.
fn files(folder: &str) -> impl Iterator<Item = PathBuf> {
    let mut open = vec![root().join(folder)];
    std::iter::from_fn(move || {
        loop {
            let path = open.pop()?;
            if !path.is_dir() {
                return Some(path);
            }
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        }
    })
}

/// Names given to clap by `env = "…"`.
fn settings_of(folder: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in files(folder).filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        let after = text.split("env = \"").skip(1).filter_map(|rest| rest.split('"').next());
        let is_name =
            |name: &&str| name.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_');
        names.extend(after.filter(is_name).map(str::to_owned));
    }
    names
}

#[test]
fn every_setting_of_compose_is_read_by_its_program() {
    let compose = read("docker-compose.yml");
    let programs = [
        ("x-settings: &settings", &["crates/kernel/src", "hub/src"][..], 20),
        ("x-hub: &hub", &["hub/src"], 5),
        ("  sandbox:\n    <<: *manao", &["sandbox/src"], 3),
    ];
    for (block, sources, least) in programs {
        let read: BTreeSet<String> = sources.iter().flat_map(|folder| settings_of(folder)).collect();
        let given = compose.split(block).nth(1).unwrap().split("\n\n").next().unwrap();
        let names = given.lines().filter_map(|line| line.trim().split_once(": ").map(|(name, _)| name));
        let names: Vec<&str> = names.filter(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase())).collect();
        assert!(names.len() >= least, "{block}: {names:?}");
        let unread: Vec<_> = names.into_iter().filter(|name| !read.contains(*name)).collect();
        assert!(unread.is_empty(), "{block} sets what {sources:?} do not read: {unread:?}");
    }
}

/// No test runs containers, so the test reads from the file what keeps them closed.
#[test]
fn compose_opens_no_more_than_it_must_and_waits_for_what_it_uses() {
    let compose = read("docker-compose.yml");
    let block = |start: &str| {
        let text = compose.split(&format!("\n{start}:")).nth(1).unwrap_or_else(|| panic!("no {start}"));
        let indent = start.len() - start.trim_start().len();
        let ends = |line: &&str| !line.is_empty() && line.len() - line.trim_start().len() <= indent;
        let more = text.lines().skip(1).take_while(|line| !ends(line)).collect::<Vec<_>>().join("\n");
        format!("{}\n{more}", text.lines().next().unwrap())
    };
    let hardened = block("x-hardened");
    for line in ["cap_drop: [ALL]", "security_opt: [\"no-new-privileges:true\"]", "read_only: true", "tmpfs: [/tmp]"] {
        assert!(hardened.contains(line), "{line}");
    }
    assert!(block("x-manao").contains("<<: *hardened"));
    assert!(block("x-api").contains("<<: *manao") && block("x-hub").contains("<<: *manao"));
    let services = block("services");
    let names: Vec<&str> = services
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   ") && !line.trim_start().starts_with('#'))
        .filter_map(|line| line.trim().split(':').next())
        .collect();
    assert!(names.len() >= 11, "{names:?}");
    for name in &names {
        let service = block(&format!("  {name}"));
        let closed = ["<<: *hardened", "<<: *manao", "*api", "*hub"].iter().any(|anchor| service.contains(anchor));
        assert!(closed, "{name} has all rights");
        for line in service.lines().filter(|line| line.trim().starts_with("ports:")) {
            assert!(
                line.trim().starts_with("ports: [\"${BIND:-127.0.0.1}:") && !line.contains(","),
                "{name} is reached by strangers: {line}"
            );
        }
    }
    let migrate = block("  migrate");
    for needed in ["postgres: { condition: service_healthy }", "bucket: { condition: service_completed_successfully }"] {
        assert!(migrate.contains(needed), "the demo also needs {needed}");
    }
    assert!(block("  redis").contains("--requirepass, \"${REDIS_PASSWORD:-"));
    assert!(compose.matches("redis://").count() == compose.matches("redis://:${REDIS_PASSWORD:-").count());
    assert!(block("  s3").contains("-s3.config=") && block("configs").contains("\"secretKey\": \"${FILES_S3_SECRET:-"));
}

/// The shop's own with their defaults as well: `operations.rs`.
#[test]
fn every_setting_that_a_program_reads_is_documented() {
    for (sources, page) in [
        ("crates/kernel/src", "docs/OPERATIONS.md"),
        ("hub/src", "docs/OPERATIONS.md"),
        ("sandbox/src", "docs/providers/sandbox.md"),
    ] {
        let (page, read) = (read(page), settings_of(sources));
        assert!(read.len() > 10, "{sources}: {read:?}");
        let silent: Vec<_> = read.iter().filter(|name| !page.contains(&format!("| `{name}` |"))).collect();
        assert!(silent.is_empty(), "{sources} reads what its page does not tell of: {silent:?}");
    }
}
