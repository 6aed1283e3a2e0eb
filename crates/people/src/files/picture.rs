//! Turns uploaded bytes into a picture that is safe to serve.

use std::sync::Arc;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, Rgb, RgbImage, imageops};
use image_hasher::{HashAlg, HasherConfig};

use super::decode::{Bounds, decode};
use super::places::Upload;
use manao_kernel::app::App;
use manao_kernel::problem::{Code, Problem, codes};
use manao_kernel::worker_pool::WorkerPool;

/// Pictures processed at once: each may take its full memory bound and one processor core.
const AT_ONCE: usize = 2;
/// Bytes per pixel that the finer downscaling needs between its two steps.
const BETWEEN: u64 = 16;
const QUALITY: u8 = 85;
/// Side in pixels of the thumbnail that the likeness is computed from.
const SKETCH: u32 = 64;

/// A picture as it is stored: JPEG, upright, without metadata.
pub struct Picture {
    pub bytes: Bytes,
    pub width: u32,
    pub height: u32,
    /// Perceptual hash: few bits differ between copies of the same picture in another size or quality
    pub likeness: i64,
}

struct Workshop(WorkerPool);

/// Decodes, turns upright, scales down to `longest` pixels a side and re-encodes. Each person has one picture here at a time, and slots go round
/// in turn. So nobody waits for more than one picture of any other person.
///
/// # Errors
/// `file_type_invalid` when it is not a JPEG or PNG picture, `image_too_large` when it has too many pixels.
pub async fn make(app: &App, upload: &Arc<Upload>, bytes: Bytes, longest: u32) -> Result<Picture, Problem> {
    // No more can queue here than may upload, so nobody is turned away.
    let workshop = app.shared_with(|| Workshop(WorkerPool::new("pictures", AT_ONCE, app.settings.upload_places)));
    let bounds = Bounds { pixels: u64::from(app.settings.upload_megapixels) * 1_000_000 };
    let upload = Arc::clone(upload);
    let made = workshop.0.run(move || {
        // Held by the work itself: a caller who disconnects does not free their own next turn.
        let _held = upload;
        remake(&bytes, longest, bounds)
    });
    made.await?.map_err(Problem::new)
}

fn remake(bytes: &[u8], longest: u32, bounds: Bounds) -> Result<Picture, Code> {
    let (mut picture, orientation) = decode(bytes, bounds)?;
    if picture.width().max(picture.height()) > longest {
        picture = smaller(&picture, longest, bounds);
    }
    picture.apply_orientation(orientation);
    let flat = flattened(picture);
    let mut written = Vec::new();
    JpegEncoder::new_with_quality(&mut written, QUALITY).encode_image(&flat).map_err(|_| codes::file_type_invalid)?;
    Ok(Picture { bytes: written.into(), width: flat.width(), height: flat.height(), likeness: likeness(&flat) })
}

/// Returns one bit for each of 8 × 8 cells: whether it is brighter than the one beside it.
fn likeness(picture: &RgbImage) -> i64 {
    // Averages of the whole picture first: cheap, however large it is.
    let small = imageops::thumbnail(picture, SKETCH, SKETCH);
    let hasher = HasherConfig::with_bytes_type::<[u8; 8]>().hash_size(8, 8).hash_alg(HashAlg::Gradient).to_hasher();
    let hash = hasher.hash_image(&small);
    hash.as_bytes().try_into().map_or(0, i64::from_be_bytes)
}

/// Scales a picture down. It averages where the finer method would exceed the memory bound; then there are many pixels to average.
fn smaller(picture: &DynamicImage, longest: u32, bounds: Bounds) -> DynamicImage {
    let (width, height) = (u64::from(picture.width()), u64::from(picture.height()));
    let between = width * (height * u64::from(longest)).div_ceil(width.max(height)) * BETWEEN;
    if picture.as_bytes().len() as u64 + between <= bounds.bytes() {
        picture.resize(longest, longest, imageops::FilterType::CatmullRom)
    } else {
        picture.thumbnail(longest, longest)
    }
}

/// Makes transparent parts white, because JPEG has no transparency.
fn flattened(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let mut flat = RgbImage::new(picture.width(), picture.height());
    for (to, from) in flat.pixels_mut().zip(picture.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let over = |colour: u16| ((colour * alpha + 255 * (255 - alpha)) / 255) as u8;
        *to = Rgb([over(red), over(green), over(blue)]);
    }
    flat
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use image::ImageFormat;

    use super::*;

    const MOST: Bounds = Bounds { pixels: 50_000_000 };

    fn png(picture: &DynamicImage) -> Vec<u8> {
        let mut bytes = Vec::new();
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        bytes
    }

    #[test]
    fn what_shines_through_becomes_white_and_large_ones_are_bounded() {
        let clear = DynamicImage::new_rgba8(400, 100);
        let made = remake(&png(&clear), 200, MOST).unwrap();
        assert_eq!((made.width, made.height), (200, 50));
        let read = image::load_from_memory(&made.bytes).unwrap().into_rgb8();
        assert!(read.pixels().all(|pixel| pixel.0.iter().all(|colour| *colour > 250)));
        assert_eq!(image::guess_format(&made.bytes).unwrap(), ImageFormat::Jpeg);
    }

    /// A picture of 60 megapixels of one colour in a small file is rejected.
    #[test]
    fn a_bomb_is_refused_before_it_unpacks() {
        let bomb = png(&DynamicImage::new_luma8(10_000, 6_000));
        assert!(bomb.len() < 1_000_000, "{}", bomb.len());
        assert_eq!(remake(&bomb, 100, MOST).err(), Some(codes::image_too_large));
    }

    /// Returns a PNG of nothing but zeros, with other chunks before its pixels.
    fn zeros(width: u32, height: u32, colour: png::ColorType, before: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(colour);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().unwrap();
        for (name, content) in before {
            writer.write_chunk(png::chunk::ChunkType(*name), content).unwrap();
        }
        let mut rows = writer.stream_writer().unwrap();
        let row = vec![0; width as usize * colour.samples()];
        for _ in 0..height {
            rows.write_all(&row).unwrap();
        }
        rows.finish().unwrap();
        drop(writer);
        bytes
    }

    /// Returns a hundred megabytes of zeros, compressed: the pixels of a picture.
    fn packed() -> Vec<u8> {
        let picture = zeros(10_000, 12_000, png::ColorType::Grayscale, &[]);
        let (mut content, mut rest) = (Vec::new(), &picture[8..]);
        while let Some((length, after)) = rest.split_first_chunk() {
            let (chunk, after) = after.split_at(4 + u32::from_be_bytes(*length) as usize);
            if let Some(pixels) = chunk.strip_prefix(b"IDAT") {
                content.extend_from_slice(pixels);
            }
            rest = &after[4..];
        }
        content
    }

    const FEWER: Bounds = Bounds { pixels: 12_000_000 };

    /// Processes one picture and prints the peak memory of this process.
    fn one_picture(path: &std::ffi::OsStr) {
        let bytes = std::fs::read(path).unwrap();
        let made = remake(&bytes, 1024, FEWER).map(|picture| (picture.width, picture.height)).map_err(|code| code.name);
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        println!("made {made:?} peak {} kB", peak.trim().trim_end_matches(" kB"));
    }

    /// Returns a progressive JPEG of one grey, whose coefficients are all kept until its last scan.
    fn progressive(side: u16) -> Vec<u8> {
        let [high, low] = side.to_be_bytes();
        let blocks = usize::from(side).div_ceil(8).pow(2);
        [
            b"\xff\xd8\xff\xdb\0\x43\0".as_slice(),
            &[1; 64],
            b"\xff\xc2\0\x11\x08",
            &[high, low, high, low, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
            // One code of one bit: no difference to the block before.
            b"\xff\xc4\0\x14\0\x01",
            &[0; 16],
            b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\0\0",
            &vec![0; (blocks * 3).div_ceil(8)],
            b"\xff\xd9",
        ]
        .concat()
    }

    /// Runs itself again for each picture, so that each process's memory is that of one picture.
    #[test]
    fn the_worst_picture_takes_what_the_guide_says() {
        if let Some(path) = std::env::var_os("PICTURE") {
            return one_picture(&path);
        }
        use png::ColorType::{Grayscale, Rgb, Rgba};
        let packed = packed();
        let beside = |name: &[u8; 4], head: &[u8]| zeros(64, 64, Rgb, &[(*name, [head, &packed].concat())]);
        // A process handling only a small picture takes less than this.
        let (itself, all) = (48 * 1024, FEWER.bytes() / 1024);
        let pictures = [
            ("iCCP", beside(b"iCCP", b"p\0\0"), "Ok((64, 64))", itself),
            ("zTXt", beside(b"zTXt", b"Comment\0\0"), "Ok((64, 64))", itself),
            ("iTXt", beside(b"iTXt", b"Comment\0\x01\0\0\0"), "Ok((64, 64))", itself),
            ("most pixels", zeros(3464, 3464, Rgba, &[]), "Ok((1024, 1024))", itself + all),
            ("most between", zeros(2950, 2950, Rgba, &[]), "Ok((1024, 1024))", itself + all),
            ("most of a JPEG", progressive(3048), "Ok((1024, 1024))", itself + all),
            ("too much of a JPEG", progressive(3060), "Err(\"image_too_large\")", itself),
            ("too long", zeros(20_001, 1, Grayscale, &[]), "Err(\"image_too_large\")", itself),
        ];
        let path = std::env::temp_dir().join(format!("manao-picture-{}", std::process::id()));
        for (name, bytes, made, most) in pictures {
            std::fs::write(&path, &bytes).unwrap();
            let child = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "files::picture::tests::the_worst_picture_takes_what_the_guide_says", "--nocapture"])
                .env("PICTURE", &path)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&child.stdout).into_owned();
            let (was, peak) = said.split_once("made ").unwrap().1.split_once(" peak ").unwrap();
            let peak: u64 = peak.split_once(" kB").unwrap().0.parse().unwrap();
            assert_eq!(was, made, "{name}");
            assert!(peak <= most, "{name} took {peak} kB of {most}");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn metadata_does_not_survive_and_the_picture_stands_upright() {
        let mut jpeg = Vec::new();
        let mut lying = RgbImage::new(32, 16);
        lying.put_pixel(0, 0, Rgb([255, 0, 0]));
        JpegEncoder::new(&mut jpeg).encode_image(&lying).unwrap();
        // An Exif segment after the first marker: orientation 6 (turn right by a quarter), and a text that must not get out.
        let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
        exif.extend(b"13.7563N 100.5018E");
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        let with_exif = [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat();
        let made = remake(&with_exif, 100, MOST).unwrap();
        assert_eq!((made.width, made.height), (16, 32));
        assert!(!made.bytes.windows(8).any(|window| window == b"13.7563N"));
    }

    #[test]
    fn a_picture_is_known_again_and_another_is_not() {
        let score = RgbImage::from_fn(640, 360, |x, y| {
            if (x / 40 + y / 60) % 3 == 0 { Rgb([240, 220, 90]) } else { Rgb([20, 30, (x % 200) as u8]) }
        });
        let score = DynamicImage::from(score);
        let other = DynamicImage::from(RgbImage::from_fn(640, 360, |x, y| {
            Rgb([(x * y % 251) as u8, (y % 200) as u8, (x / 3 % 256) as u8])
        }));
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, 40)
            .encode_image(&score.resize_exact(500, 281, imageops::FilterType::Triangle).into_rgb8())
            .unwrap();
        let [first, again, other] = [png(&score), jpeg, png(&other)].map(|bytes| remake(&bytes, 2048, MOST).unwrap().likeness);
        let apart = |one: i64, two: i64| (one ^ two).count_ones();
        assert!(apart(first, again) <= 6, "{}", apart(first, again));
        assert!(apart(first, other) > 12, "{}", apart(first, other));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let gif = b"GIF89a\x01\0\x01\0\0\0\0;".as_slice();
        let cut = &png(&DynamicImage::new_rgb8(64, 64))[..60];
        for bytes in [b"".as_slice(), b"<svg/>", b"hello, I am no picture", gif, cut, b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"] {
            assert_eq!(remake(bytes, 100, MOST).err(), Some(codes::file_type_invalid), "{bytes:?}");
        }
    }
}
