//! All pages, as the web's build lists them in `pages.json` (its shape: `web/src/server/pages.ts`). Any other address is a 404, even if
//! the browser's router would accept it.

use std::collections::{BTreeMap, HashSet};

use anyhow::{Result, ensure};
use axum::http::StatusCode;
use serde::{Deserialize, Deserializer};

use manao_kernel::pages::Params;
use manao_kernel::pages::visit::encoded;
use manao_kernel::problem::Lang;

#[derive(Deserialize)]
pub struct Table {
    /// The data source of the frame around every page
    pub frame: String,
    pub pages: Vec<Page>,
    moved: Vec<MovedPage>,
    pub missing: PageHead,
    pub broken: PageHead,
}

#[derive(Deserialize)]
pub struct Page {
    pub path: Pattern,
    #[serde(flatten)]
    pub shown: PageHead,
    /// Everybody sees the same, so its body is rendered here
    pub public: bool,
    pub indexed: bool,
    /// Other sites may show it in a frame
    #[serde(default)]
    pub embeddable: bool,
    /// The first answers for its head too, the others add their data
    #[serde(default)]
    pub sources: Vec<String>,
    #[serde(deserialize_with = "status")]
    pub status: StatusCode,
}

/// A page's head before its data add to it.
#[derive(Deserialize)]
pub struct PageHead {
    /// With `{{name}}` for values from the data; keyed by name where the data choose, else just `""`
    pub titles: BTreeMap<String, Both<String>>,
    pub description: Both<String>,
    /// Links to the files that the browser fetches at once, as HTML
    #[serde(deserialize_with = "links")]
    pub preload: Both<String>,
}

#[derive(Deserialize)]
struct MovedPage {
    path: Pattern,
    to: Pattern,
}

#[derive(Deserialize)]
pub struct Both<T> {
    th: T,
    en: T,
}

impl<T> Both<T> {
    pub fn pick(&self, lang: Lang) -> &T {
        lang.pick(&self.th, &self.en)
    }
}

/// A path such as `/games/$id`: a parameter segment begins with `$`.
#[derive(Deserialize)]
#[serde(from = "String")]
pub struct Pattern(Vec<Segment>);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Fixed(String),
    Param(String),
}

impl Table {
    /// # Errors
    /// When it has another shape, lists a page twice, or names a source unknown to `knows`.
    pub fn parse(json: &[u8], knows: impl Fn(&str) -> bool) -> Result<Self> {
        let mut table: Self = serde_json::from_slice(json)?;
        // Fixed segments come before parameters.
        table.pages.sort_by_key(|page| page.path.rank());
        let sources =
            table.pages.iter().flat_map(|page| page.sources.iter().map(|source| (page.path.to_string(), source.as_str())));
        for (page, source) in sources.chain([("every page".to_owned(), table.frame.as_str())]) {
            ensure!(knows(source), "{page} is answered for by {source:?}, which no feature of this server offers");
        }
        let mut paths = HashSet::new();
        for page in &table.pages {
            ensure!(paths.insert(page.path.to_string()), "{} stands twice", page.path);
            ensure!(!page.shown.titles.is_empty(), "{} has no title", page.path);
        }
        for moved in &table.moved {
            let known = |name: &str| moved.path.names().any(|own| own == name);
            let lacking = moved.to.names().find(|name| !known(name));
            ensure!(lacking.is_none(), "{} leads to {}, which wants more", moved.path, moved.to);
        }
        Ok(table)
    }

    /// # Errors
    /// When it lacks a page that the server links to.
    pub fn ensure_linked(&self, linked: &[&str]) -> Result<()> {
        for path in linked {
            ensure!(
                self.pages.iter().any(|page| page.path.to_string() == *path),
                "the web has no page {path}, which the server links to"
            );
        }
        Ok(())
    }

    pub fn find(&self, segments: &[String]) -> Option<(&Page, Params<'_>)> {
        self.pages.iter().find_map(|page| Some((page, page.path.matches(segments)?)))
    }

    /// Returns the path that this one has moved to.
    pub fn moved(&self, segments: &[String]) -> Option<String> {
        self.moved.iter().find_map(|moved| Some(moved.to.filled(&moved.path.matches(segments)?)))
    }

    /// Whether there is a page above this address: the browser's router may then show "not found" in another way.
    pub fn is_below_a_page(&self, segments: &[String]) -> bool {
        (1..segments.len()).any(|end| self.find(&segments[..end]).is_some())
    }
}

impl Pattern {
    fn matches(&self, segments: &[String]) -> Option<Params<'_>> {
        if self.0.len() != segments.len() {
            return None;
        }
        let mut params = Params::new();
        for (own, given) in self.0.iter().zip(segments) {
            match own {
                Segment::Fixed(text) if text == given => {}
                Segment::Fixed(_) => return None,
                Segment::Param(name) => params.push((name, given.clone())),
            }
        }
        Some(params)
    }

    /// Returns the path with these parameters; a missing one stays empty.
    pub fn filled(&self, params: &Params<'_>) -> String {
        let value = |name: &str| params.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value);
        self.written(|segment| match segment {
            Segment::Fixed(text) => text.clone(),
            Segment::Param(name) => encoded(value(name)),
        })
    }

    /// Returns the path with `*` for its parameters, as `robots.txt` reads it.
    pub fn wild(&self) -> String {
        self.written(|segment| match segment {
            Segment::Fixed(text) => text.clone(),
            Segment::Param(_) => "*".to_owned(),
        })
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|segment| match segment {
            Segment::Fixed(_) => None,
            Segment::Param(name) => Some(name.as_str()),
        })
    }

    fn rank(&self) -> Vec<bool> {
        self.0.iter().map(|segment| matches!(segment, Segment::Param(_))).collect()
    }

    fn written(&self, write: impl Fn(&Segment) -> String) -> String {
        match self.0.as_slice() {
            [] => "/".to_owned(),
            segments => segments.iter().map(|segment| format!("/{}", write(segment))).collect(),
        }
    }
}

impl From<String> for Pattern {
    fn from(path: String) -> Self {
        let segments = path.split('/').filter(|segment| !segment.is_empty()).map(|segment| match segment.strip_prefix('$') {
            Some(name) => Segment::Param(name.to_owned()),
            None => Segment::Fixed(segment.to_owned()),
        });
        Self(segments.collect())
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.written(|segment| match segment {
            Segment::Fixed(text) => text.clone(),
            Segment::Param(name) => format!("${name}"),
        }))
    }
}

fn status<'de, D: Deserializer<'de>>(from: D) -> Result<StatusCode, D::Error> {
    StatusCode::from_u16(u16::deserialize(from)?).map_err(serde::de::Error::custom)
}

fn links<'de, D: Deserializer<'de>>(from: D) -> Result<Both<String>, D::Error> {
    let files = Both::<Vec<String>>::deserialize(from)?;
    let linked = |files: Vec<String>| {
        let link = |file: &String| format!("<link rel=\"modulepreload\" crossorigin href=\"{}\">", super::head::escape(file));
        files.iter().map(link).collect()
    };
    Ok(Both { th: linked(files.th), en: linked(files.en) })
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Returns a table of pages: path, whether public, source.
    pub fn table(pages: &[(&str, bool, Option<&str>)]) -> Value {
        let both = |text: &str| json!({"th": text, "en": text});
        let shown = json!({"titles": {"": both("title")}, "description": both("text"), "preload": {"th": ["/a.js"], "en": []}});
        let page = |(path, public, source): &(&str, bool, Option<&str>)| {
            let mut page =
                json!({"path": path, "public": public, "indexed": public, "sources": source.as_slice(), "status": 200});
            page.as_object_mut().unwrap().extend(shown.as_object().unwrap().clone());
            page
        };
        let moved = json!([{"path": "/old/$id", "to": "/games/$id"}]);
        let pages: Vec<_> = pages.iter().map(page).collect();
        json!({"frame": "frame", "pages": pages, "moved": moved, "missing": shown, "broken": shown})
    }

    pub fn parsed(pages: &[(&str, bool, Option<&str>)]) -> Result<Table> {
        Table::parse(table(pages).to_string().as_bytes(), |source| source == "frame" || source == "game")
    }

    fn segments(path: &str) -> Vec<String> {
        path.split('/').skip(1).filter(|segment| !segment.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn an_address_is_the_page_that_fits_best() {
        let pages =
            [("/", true, None), ("/games/$id", true, Some("game")), ("/games/new", false, None), ("/$any/new", false, None)];
        let table = parsed(&pages).unwrap();
        for (path, page) in [
            ("/", Some("/")),
            ("/games/rov", Some("/games/$id")),
            ("/games/new", Some("/games/new")),
            ("/other/new", Some("/$any/new")),
            ("/games", None),
            ("/games/rov/more", None),
        ] {
            let found = table.find(&segments(path)).map(|(page, _)| page.path.to_string());
            assert_eq!(found.as_deref(), page, "{path}");
        }
        let (page, params) = table.find(&["games".to_owned(), "ก/?".to_owned()]).unwrap();
        assert_eq!(params, [("id", "ก/?".to_owned())]);
        assert_eq!(page.path.filled(&params), "/games/%E0%B8%81%2F%3F");
        assert_eq!(table.moved(&segments("/old/rov")).as_deref(), Some("/games/rov"));
        assert_eq!(table.moved(&segments("/old")), None);
        assert!(table.is_below_a_page(&segments("/games/rov/more")) && !table.is_below_a_page(&segments("/nothing/here")));
    }

    #[test]
    fn a_table_without_a_linked_page_is_refused() {
        let table = parsed(&[("/", true, None), ("/games/$id", true, Some("game"))]).unwrap();
        table.ensure_linked(&["/", "/games/$id"]).unwrap();
        for absent in ["/games", "/games/$slug"] {
            let error = table.ensure_linked(&["/", absent]).err().unwrap().to_string();
            assert!(error.contains(absent), "{error}");
        }
    }

    #[test]
    fn a_table_that_this_server_cannot_serve_is_refused() {
        for (pages, said) in [
            (&[("/games/$id", true, Some("tournament"))][..], "answered for by \"tournament\""),
            (&[("/cart", false, None), ("/cart", true, None)], "/cart stands twice"),
        ] {
            let error = parsed(pages).err().unwrap().to_string();
            assert!(error.contains(said), "{error}");
        }
        let mut odd = table(&[("/cart", false, None)]);
        odd["pages"][0]["status"] = json!(99);
        assert!(Table::parse(odd.to_string().as_bytes(), |_| true).is_err());
        odd = table(&[]);
        odd["moved"][0]["to"] = json!("/games/$slug");
        assert!(Table::parse(odd.to_string().as_bytes(), |_| true).is_err());
    }
}
