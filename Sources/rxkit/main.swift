import ConceptCatalog
import RxNormRelease
let release = try RxNormRelease(path: CommandLine.arguments[1])
let out = try CatalogBuilder(release: release, toolVersion: "0.1.0").build()
print(out.bytes.count)
#if canImport(Glibc)
import Glibc
let fd = unsafe open(CommandLine.arguments[2], O_WRONLY|O_CREAT|O_TRUNC, 0o644)
_ = unsafe out.bytes.withUnsafeBytes { unsafe write(fd, $0.baseAddress, $0.count) }
#endif
